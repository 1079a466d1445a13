import { Module } from '@nestjs/common';
import { BackgroundTasks } from './background-tasks.js';

/** Work that recurs. */
@Module({ providers: [BackgroundTasks], exports: [BackgroundTasks] })
export class SchedulingModule {}

import { Module } from '@nestjs/common';
import { BackgroundTasks } from './background-tasks.js';
import { DueConditionsRepository } from './due-conditions.repository.js';

/** Work that recurs. */
@Module({ providers: [BackgroundTasks, DueConditionsRepository], exports: [BackgroundTasks] })
export class SchedulingModule {}

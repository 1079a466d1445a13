import { Module } from '@nestjs/common';

/** Takes the configurations of devices: when somebody asks, and by schedule. */
@Module({})
export class CollectingModule {}

import { Module } from '@nestjs/common';

/** Network devices, and who may work on one at a time. */
@Module({})
export class DevicesModule {}

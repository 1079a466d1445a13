import { Module } from '@nestjs/common';

/** Changes of devices and commands on them. */
@Module({})
export class DeviceChangesModule {}

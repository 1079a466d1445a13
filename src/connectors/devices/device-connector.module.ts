import { Module } from '@nestjs/common';

/** The way to devices over SSH; owns no operation and no collection. */
@Module({})
export class DeviceConnectorModule {}

import { Module } from '@nestjs/common';
import { DeviceConnector } from './device-connector.js';

/** The way to devices over SSH; owns no operation and no collection. */
@Module({ providers: [DeviceConnector], exports: [DeviceConnector] })
export class DeviceConnectorModule {}

import { Module } from '@nestjs/common';

/** Operation 18: service instances, and what was changed by them. */
@Module({})
export class ServiceManagementModule {}

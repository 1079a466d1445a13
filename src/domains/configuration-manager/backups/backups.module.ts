import { Module } from '@nestjs/common';

/** Operation 7: kept configurations of devices. */
@Module({})
export class BackupsModule {}

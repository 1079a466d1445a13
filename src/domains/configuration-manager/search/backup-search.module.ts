import { Module } from '@nestjs/common';

/** Looking for text in the configurations of all devices. */
@Module({})
export class BackupSearchModule {}

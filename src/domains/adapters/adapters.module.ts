import { Module } from '@nestjs/common';

/** The systems that the platform sends changes to: their records, their health, and the way to them. */
@Module({})
export class AdaptersModule {}

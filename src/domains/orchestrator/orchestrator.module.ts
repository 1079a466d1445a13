import { Module } from '@nestjs/common';

/** Operations 5 and 6: what callers send to an orchestrator as it is. */
@Module({})
export class OrchestratorModule {}

import { Module } from '@nestjs/common';
import { AdaptersModule } from '../adapters/adapters.module.js';
import { OrchestratorController } from './orchestrator.controller.js';
import { RestActionService } from './rest-action.service.js';
import { RestQueryService } from './rest-query.service.js';

/** Operations 5 and 6: what callers send to an orchestrator as it is. */
@Module({
  imports: [AdaptersModule],
  controllers: [OrchestratorController],
  providers: [RestActionService, RestQueryService],
  exports: [RestActionService, RestQueryService],
})
export class OrchestratorModule {}

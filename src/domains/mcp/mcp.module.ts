import { Module } from '@nestjs/common';
import { MongooseModule } from '@nestjs/mongoose';
import { InternalApi } from '../../api/http/internal-api.js';
import { OpenApiModule } from '../../api/openapi/openapi.module.js';
import { MetricsModule } from '../../platform/metrics/metrics.module.js';
import { SchedulingModule } from '../../platform/scheduling/scheduling.module.js';
import { McpMetrics } from './mcp-metrics.js';
import { McpController } from './mcp.controller.js';
import { McpService } from './mcp.service.js';
import { MCP_PLAN_MODEL, mcpPlanSchema } from './plans/mcp-plan.schema.js';
import { McpPlansRepository } from './plans/mcp-plans.repository.js';
import { PlannedCallsService } from './plans/planned-calls.service.js';

/** `/mcp`: tools for agents, which call operations of the platform in the name of their caller. */
@Module({
  imports: [
    MetricsModule,
    MongooseModule.forFeature([{ name: MCP_PLAN_MODEL, schema: mcpPlanSchema }]),
    OpenApiModule,
    SchedulingModule,
  ],
  controllers: [McpController],
  providers: [InternalApi, McpMetrics, McpPlansRepository, McpService, PlannedCallsService],
})
export class McpModule {}

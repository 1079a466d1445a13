import { Module } from '@nestjs/common';
import { MongooseModule } from '@nestjs/mongoose';
import { OutboundModule } from '../../platform/outbound/outbound.module.js';
import { ReferrersModule } from '../../platform/referrers/referrers.module.js';
import { SchedulingModule } from '../../platform/scheduling/scheduling.module.js';
import { ProfilesModule } from '../profiles/profiles.module.js';
import { CallSettingsService } from './calls/call-settings.service.js';
import { ClientTokensService } from './calls/client-tokens.service.js';
import { CredentialsService } from './calls/credentials.service.js';
import { IntegrationCallerService } from './calls/integration-caller.service.js';
import { IntegrationCallsController } from './calls/integration-calls.controller.js';
import { IntegrationOperationsService } from './calls/integration-operations.service.js';
import { ModelLibraryService } from './calls/model-library.service.js';
import { IntegrationHealthService } from './health/integration-health.service.js';
import { SystemProbeService } from './health/system-probe.service.js';
import { IntegrationHealthTasks } from './health/integration-health.tasks.js';
import {
  INTEGRATION_MODEL_MODEL,
  integrationModelSchema,
} from './models/integration-model.schema.js';
import { IntegrationModelsController } from './models/integration-models.controller.js';
import { IntegrationModelsRepository } from './models/integration-models.repository.js';
import { IntegrationModelsService } from './models/integration-models.service.js';
import { ModelReferrersService } from './models/model-referrers.service.js';
import { ModelReaderService } from './models/model-reader.service.js';
import { INTEGRATION_MODEL, integrationSchema } from './stored/integration.schema.js';
import { IntegrationUsesRepository } from './stored/integration-uses.repository.js';
import { IntegrationsController } from './records/integrations.controller.js';
import { IntegrationsRepository } from './stored/integrations.repository.js';
import { IntegrationsService } from './records/integrations.service.js';

const MODELS = [
  { name: INTEGRATION_MODEL, schema: integrationSchema },
  { name: INTEGRATION_MODEL_MODEL, schema: integrationModelSchema },
];

/**
 * Integrations and the OpenAPI models whose operations they call: operation 21, `/integrations`,
 * `/integration-models`. Shares the collections `integrations` and `integration_models` with the
 * packages that bring such documents. Workflow tasks call through `IntegrationCallerService`.
 */
@Module({
  imports: [
    MongooseModule.forFeature(MODELS),
    OutboundModule,
    ProfilesModule,
    ReferrersModule,
    SchedulingModule,
  ],
  controllers: [IntegrationsController, IntegrationModelsController, IntegrationCallsController],
  providers: [
    CallSettingsService,
    ClientTokensService,
    CredentialsService,
    IntegrationCallerService,
    IntegrationHealthService,
    IntegrationHealthTasks,
    IntegrationOperationsService,
    IntegrationModelsRepository,
    IntegrationModelsService,
    IntegrationsRepository,
    IntegrationsService,
    IntegrationUsesRepository,
    ModelLibraryService,
    ModelReaderService,
    ModelReferrersService,
    SystemProbeService,
  ],
  exports: [IntegrationCallerService, IntegrationOperationsService],
})
export class IntegrationsModule {}

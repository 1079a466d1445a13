import { Module } from '@nestjs/common';
import { MongooseModule } from '@nestjs/mongoose';
import { SchedulingModule } from '../../platform/scheduling/scheduling.module.js';
import { WorkModule } from '../../platform/work/work.module.js';
import { AdaptersModule } from '../adapters/adapters.module.js';
import { ServiceAutomationService } from './automating/service-automation.service.js';
import { ChangeReaderService } from './changes/change-reader.service.js';
import { ServiceChangeItemsRepository } from './changes/service-change-items.repository.js';
import {
  SERVICE_CHANGE_ITEM_MODEL,
  SERVICE_CHANGE_MODEL,
  serviceChangeItemSchema,
  serviceChangeSchema,
} from './changes/service-change.schema.js';
import { ServiceChangesController } from './changes/service-changes.controller.js';
import { ServiceChangesRepository } from './changes/service-changes.repository.js';
import { InstanceRemovalService } from './instances/instance-removal.service.js';
import { DeletionRecordsService } from './instances/deletion-records.service.js';
import { SavedInstancesService } from './saving/saved-instances.service.js';
import { SERVICE_INSTANCE_MODEL, serviceInstanceSchema } from './stored/service-instance.schema.js';
import { ServiceInstancesController } from './instances/service-instances.controller.js';
import { ServiceInstancesRepository } from './stored/service-instances.repository.js';
import { OrchestratorClientService } from './orchestrator-client.service.js';
import { AdapterChoiceService } from './saving/adapter-choice.service.js';
import { InstanceLookupService } from './saving/instance-lookup.service.js';
import { InterruptedSavesService } from './saving/interrupted-saves.service.js';
import { ItemPlansService } from './saving/item-plans.service.js';
import { ItemSaverService } from './saving/item-saver.service.js';
import { ItemReaderService } from './saving/item-reader.service.js';
import { ChangeRecordsService } from './saving/change-records.service.js';
import { PlanCheckService } from './saving/plan-check.service.js';
import { RepeatedSavesService } from './saving/repeated-saves.service.js';
import { SaveJournalService } from './saving/save-journal.service.js';
import { SaveQueueService } from './saving/save-queue.service.js';
import { SaveRequestsService } from './saving/save-requests.service.js';
import { SaveResultsService } from './saving/save-results.service.js';
import { SaveRunnerService } from './saving/save-runner.service.js';
import { SavingController } from './saving/saving.controller.js';
import { ServiceModelsService } from './saving/service-models.service.js';

const MODELS = [
  { name: SERVICE_CHANGE_MODEL, schema: serviceChangeSchema },
  { name: SERVICE_CHANGE_ITEM_MODEL, schema: serviceChangeItemSchema },
  { name: SERVICE_INSTANCE_MODEL, schema: serviceInstanceSchema },
];

/**
 * Operation 18: service instances, and what was changed by them. Owns the collections `service_changes`,
 * `service_change_items` and `service_instances`.
 */
@Module({
  imports: [MongooseModule.forFeature(MODELS), AdaptersModule, SchedulingModule, WorkModule],
  controllers: [SavingController, ServiceChangesController, ServiceInstancesController],
  providers: [
    AdapterChoiceService,
    ChangeReaderService,
    InstanceLookupService,
    InstanceRemovalService,
    InterruptedSavesService,
    ItemPlansService,
    ItemSaverService,
    ItemReaderService,
    ChangeRecordsService,
    DeletionRecordsService,
    OrchestratorClientService,
    PlanCheckService,
    RepeatedSavesService,
    SavedInstancesService,
    SaveJournalService,
    SaveQueueService,
    SaveRequestsService,
    SaveResultsService,
    SaveRunnerService,
    ServiceAutomationService,
    ServiceChangeItemsRepository,
    ServiceChangesRepository,
    ServiceInstancesRepository,
    ServiceModelsService,
  ],
  exports: [ServiceAutomationService],
})
export class ServiceManagementModule {}

import { Module } from '@nestjs/common';
import { MongooseModule } from '@nestjs/mongoose';
import { SchedulingModule } from '../../platform/scheduling/scheduling.module.js';
import { AdaptersModule } from '../adapters/adapters.module.js';
import { ServiceAutomation } from './automating/service-automation.service.js';
import { ChangeReader } from './changes/change-reader.service.js';
import { ServiceChangeItemsRepository } from './changes/service-change-items.repository.js';
import {
  SERVICE_CHANGE_ITEM_MODEL,
  SERVICE_CHANGE_MODEL,
  serviceChangeItemSchema,
  serviceChangeSchema,
} from './changes/service-change.schema.js';
import { ServiceChangesController } from './changes/service-changes.controller.js';
import { ServiceChangesRepository } from './changes/service-changes.repository.js';
import { InstanceRemoval } from './instances/instance-removal.service.js';
import { DeletionRecords } from './instances/deletion-records.service.js';
import { SavedInstances } from './saving/saved-instances.service.js';
import { SERVICE_INSTANCE_MODEL, serviceInstanceSchema } from './stored/service-instance.schema.js';
import { ServiceInstancesController } from './instances/service-instances.controller.js';
import { ServiceInstancesRepository } from './stored/service-instances.repository.js';
import { OrchestratorClient } from './orchestrator-client.service.js';
import { AdapterChoice } from './saving/adapter-choice.service.js';
import { InstanceLookup } from './saving/instance-lookup.service.js';
import { InterruptedSaves } from './saving/interrupted-saves.service.js';
import { ItemPlans } from './saving/item-plans.service.js';
import { ItemSaver } from './saving/item-saver.service.js';
import { ChangeRecords } from './saving/change-records.service.js';
import { PlanCheck } from './saving/plan-check.service.js';
import { RepeatedSaves } from './saving/repeated-saves.service.js';
import { SaveJournal } from './saving/save-journal.service.js';
import { SaveQueue } from './saving/save-queue.service.js';
import { SaveRequests } from './saving/save-requests.service.js';
import { SaveRunner } from './saving/save-runner.service.js';
import { SavingController } from './saving/saving.controller.js';
import { ServiceModels } from './saving/service-models.service.js';

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
  imports: [MongooseModule.forFeature(MODELS), AdaptersModule, SchedulingModule],
  controllers: [SavingController, ServiceChangesController, ServiceInstancesController],
  providers: [
    AdapterChoice,
    ChangeReader,
    InstanceLookup,
    InstanceRemoval,
    InterruptedSaves,
    ItemPlans,
    ItemSaver,
    ChangeRecords,
    DeletionRecords,
    OrchestratorClient,
    PlanCheck,
    RepeatedSaves,
    SavedInstances,
    SaveJournal,
    SaveQueue,
    SaveRequests,
    SaveRunner,
    ServiceAutomation,
    ServiceChangeItemsRepository,
    ServiceChangesRepository,
    ServiceInstancesRepository,
    ServiceModels,
  ],
  exports: [ServiceAutomation],
})
export class ServiceManagementModule {}

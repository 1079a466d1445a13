import { Module } from '@nestjs/common';
import { MongooseModule } from '@nestjs/mongoose';
import { GuardedObjectsModule } from '../../platform/auth/guarded-objects.module.js';
import { ListTotalsModule } from '../../platform/database/list-totals.module.js';
import { PackagedModule } from '../../platform/packaged/packaged.module.js';
import { ContentModule } from '../content/content.module.js';
import { UserManagementModule } from '../user-management/user-management.module.js';
import { AutomationEditsService } from './automations/automation-edits.service.js';
import { AutomationImportService } from './automations/automation-import.service.js';
import { AutomationLookupService } from './lookup/automation-lookup.service.js';
import { AutomationReferencesService } from './automations/automation-references.service.js';
import { AutomationWriterService } from './automations/automation-writer.service.js';
import { AUTOMATION_MODEL, automationSchema } from './stored/automation.schema.js';
import { AutomationsController } from './automations/automations.controller.js';
import { AutomationsRepository } from './stored/automations.repository.js';
import { AutomationsService } from './automations/automations.service.js';
import { ComponentsService } from './lookup/components.service.js';
import { AutomationContentImporterService } from './automations/automation-content-importer.service.js';
import { GbacResolverService } from './automations/gbac-resolver.service.js';
import { NewAutomationsService } from './automations/new-automations.service.js';
import { PackagedAutomationsService } from './automations/packaged-automations.service.js';
import { GuardedAutomationsService } from './automations/guarded-automations.service.js';
import { AutomationsSeed } from './automations.seed.js';
import { PackagedTriggersService } from './triggers/packaged-triggers.service.js';
import { TriggerAnswersService } from './triggers/trigger-answers.service.js';
import { TriggerEditsService } from './triggers/trigger-edits.service.js';
import { TriggerReferencesService } from './triggers/trigger-references.service.js';
import { TriggerSyncService } from './triggers/trigger-sync.service.js';
import { TRIGGER_MODEL, triggerSchema } from './triggers/trigger.schema.js';
import { TriggersController } from './triggers/triggers.controller.js';
import { TriggerSecrets } from './stored/trigger-secrets.js';
import { TriggersRepository } from './triggers/triggers.repository.js';
import { TriggersService } from './triggers/triggers.service.js';

const MODELS = [
  { name: AUTOMATION_MODEL, schema: automationSchema },
  { name: TRIGGER_MODEL, schema: triggerSchema },
];
const AUTOMATIONS = [
  AutomationEditsService,
  AutomationImportService,
  AutomationLookupService,
  AutomationReferencesService,
  AutomationsRepository,
  AutomationsService,
  AutomationWriterService,
  ComponentsService,
  AutomationContentImporterService,
  GbacResolverService,
  NewAutomationsService,
  PackagedAutomationsService,
  GuardedAutomationsService,
];
const TRIGGERS = [
  PackagedTriggersService,
  TriggerAnswersService,
  TriggerEditsService,
  TriggerReferencesService,
  TriggerSecrets,
  TriggersRepository,
  TriggersService,
  TriggerSyncService,
];

/**
 * Automations and the triggers that start them: operation 12, `/operations-manager/automations`,
 * `/operations-manager/triggers`. Shares the collection `automations` with the packages that bring them.
 */
@Module({
  imports: [
    MongooseModule.forFeature(MODELS),
    ContentModule,
    ListTotalsModule,
    PackagedModule,
    GuardedObjectsModule,
    UserManagementModule,
  ],
  controllers: [AutomationsController, TriggersController],
  providers: [...AUTOMATIONS, ...TRIGGERS, AutomationsSeed],
  exports: [
    AutomationLookupService,
    AutomationsSeed,
    TriggerSecrets,
    TriggersRepository,
    TriggersService,
  ],
})
export class AutomationsModule {}

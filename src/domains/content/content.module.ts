import { Module } from '@nestjs/common';
import { MongooseModule } from '@nestjs/mongoose';
import { OwnOperations } from '../../api/http/own-operations.js';
import { PackagedModule } from '../../platform/packaged/packaged.module.js';
import { DeviceChangesModule } from '../configuration-manager/changes/device-changes.module.js';
import { IntegrationsModule } from '../integrations/integrations.module.js';
import { UserManagementModule } from '../user-management/user-management.module.js';
import { ContentSeed } from './content.seed.js';
import { FormsController } from './forms/forms.controller.js';
import { FormsService } from './forms/forms.service.js';
import { ContentImporters } from './importing/content-importers.service.js';
import { ContentImportService } from './importing/content-import.service.js';
import { DocumentBatchService } from './importing/document-batch.service.js';
import { ImportingController } from './importing/importing.controller.js';
import { MissingReferencesService } from './importing/missing-references.service.js';
import { TagsService } from './importing/tags.service.js';
import { AnswerMigrationService } from './json-forms/answer-migration.service.js';
import { AnswersCheckService } from './json-forms/answers-check.service.js';
import { BindingCallerService } from './json-forms/bindings/binding-caller.service.js';
import { FormBindingsService } from './json-forms/bindings/form-bindings.service.js';
import { FormAnswersController } from './json-forms/form-answers.controller.js';
import { JsonFormsController } from './json-forms/json-forms.controller.js';
import { JsonFormsService } from './json-forms/json-forms.service.js';
import { StoredAnswers } from './json-forms/stored-answers.service.js';
import { PackagedContentService } from './packaged-content.service.js';
import { PROJECT_MODEL, projectSchema } from './projects/project.schema.js';
import { ProjectsController } from './projects/projects.controller.js';
import { ProjectsRepository } from './projects/projects.repository.js';
import { ProjectsService } from './projects/projects.service.js';
import { ContentDocumentsService } from './records/content-documents.service.js';
import { ContentHistoryService } from './records/content-history.service.js';
import { ContentLookupService } from './records/content-lookup.service.js';
import { ContentRepositories } from './records/content-repositories.repository.js';
import { CONTENT_VERSION_MODEL, contentVersionSchema } from './records/content-version.schema.js';
import { ContentVersionsRepository } from './records/content-versions.repository.js';
import { CONTENT_MODELS } from './records/content.schema.js';
import { TransformationsController } from './transformations/transformations.controller.js';
import { TransformationsService } from './transformations/transformations.service.js';
import { AnalyticTemplatesController } from './templates/analytic-templates.controller.js';
import { CommandTemplatesController } from './templates/command-templates.controller.js';
import {
  TEMPLATE_VERDICT_MODEL,
  templateVerdictSchema,
} from './templates/results/template-verdict.schema.js';
import { TemplateVerdictsController } from './templates/results/template-verdicts.controller.js';
import { TemplateVerdictsRepository } from './templates/results/template-verdicts.repository.js';
import { TemplateVerdictsService } from './templates/results/template-verdicts.service.js';
import { TemplateJudge } from './templates/template-judge.service.js';
import { TemplateDeviceRuns } from './templates/template-device-runs.service.js';
import { TemplateRunsService } from './templates/template-runs.service.js';
import { TemplateTransferController } from './templates/template-transfer.controller.js';
import { TemplatesService } from './templates/templates.service.js';
import { WorkflowListingController } from './workflows/listing/workflow-listing.controller.js';
import { WorkflowListingService } from './workflows/listing/workflow-listing.service.js';
import { WorkflowOutlinesRepository } from './workflows/listing/workflow-outlines.repository.js';
import { WorkflowRights } from './workflows/workflow-rights.service.js';
import { WorkflowVersionsController } from './workflows/workflow-versions.controller.js';
import { WorkflowsController } from './workflows/workflows.controller.js';
import { WorkflowsService } from './workflows/workflows.service.js';

const MODELS = [
  ...CONTENT_MODELS,
  { name: CONTENT_VERSION_MODEL, schema: contentVersionSchema },
  { name: PROJECT_MODEL, schema: projectSchema },
];
const FORMS = [FormsService];
const IMPORTING = [
  ContentImporters,
  ContentImportService,
  DocumentBatchService,
  MissingReferencesService,
  TagsService,
];
const PROJECTS = [ProjectsRepository, ProjectsService];
const JSON_FORMS = [
  AnswerMigrationService,
  AnswersCheckService,
  BindingCallerService,
  FormBindingsService,
  JsonFormsService,
  OwnOperations,
  StoredAnswers,
];
const TEMPLATE_MODELS = [{ name: TEMPLATE_VERDICT_MODEL, schema: templateVerdictSchema }];
const TEMPLATES = [
  TemplateDeviceRuns,
  TemplateJudge,
  TemplateRunsService,
  TemplatesService,
  TemplateVerdictsRepository,
  TemplateVerdictsService,
];
const WORKFLOWS = [
  WorkflowListingService,
  WorkflowOutlinesRepository,
  WorkflowRights,
  WorkflowsService,
];
const RECORDS = [
  ContentDocumentsService,
  ContentHistoryService,
  ContentLookupService,
  ContentRepositories,
  ContentVersionsRepository,
];

/**
 * Documents that users and packages bring: transformations (operation 9), forms (11), workflows (13),
 * analytic and command templates (14, 15). Shares its collections with the packages that bring such
 * documents.
 */
@Module({
  imports: [
    MongooseModule.forFeature([...MODELS, ...TEMPLATE_MODELS]),
    DeviceChangesModule,
    IntegrationsModule,
    PackagedModule,
    UserManagementModule,
  ],
  controllers: [
    AnalyticTemplatesController,
    CommandTemplatesController,
    FormAnswersController,
    FormsController,
    ImportingController,
    JsonFormsController,
    ProjectsController,
    TransformationsController,
    TemplateTransferController,
    TemplateVerdictsController,
    WorkflowListingController,
    WorkflowsController,
    WorkflowVersionsController,
  ],
  providers: [
    ...RECORDS,
    ...FORMS,
    ...IMPORTING,
    ...PROJECTS,
    ...JSON_FORMS,
    TransformationsService,
    ...TEMPLATES,
    ...WORKFLOWS,
    ContentSeed,
    PackagedContentService,
  ],
  exports: [
    AnswersCheckService,
    ContentDocumentsService,
    TransformationsService,
    ContentSeed,
    ContentLookupService,
    ContentImporters,
    StoredAnswers,
    TemplateDeviceRuns,
    TemplateRunsService,
    WorkflowRights,
  ],
})
export class ContentModule {}

import { Module } from '@nestjs/common';
import { MongooseModule } from '@nestjs/mongoose';
import { InternalApi } from '../../api/http/internal-api.js';
import { ReferrersModule } from '../../platform/referrers/referrers.module.js';
import { PackagedModule } from '../../platform/packaged/packaged.module.js';
import { AdaptersModule } from '../adapters/adapters.module.js';
import { DeviceChangesModule } from '#domains/device-changes/changes/device-changes.module.js';
import { IntegrationsModule } from '../integrations/integrations.module.js';
import { UserManagementModule } from '../user-management/user-management.module.js';
import { ContentSeed } from './content.seed.js';
import { FormsController } from './forms/forms.controller.js';
import { FormsService } from './forms/forms.service.js';
import { ContentImportersService } from './importing/content-importers.service.js';
import { ContentImportService } from './importing/content-import.service.js';
import { DocumentBatchService } from './importing/document-batch.service.js';
import { ImportingController } from './importing/importing.controller.js';
import { MissingReferencesService } from './importing/missing-references.service.js';
import { AnswerMigrationService } from './json-forms/answer-migration.service.js';
import { AnswersCheckService } from './json-forms/answers-check.service.js';
import { BindingCallerService } from './json-forms/bindings/binding-caller.service.js';
import { FormBindingsService } from './json-forms/bindings/form-bindings.service.js';
import { FormAnswersController } from './json-forms/form-answers.controller.js';
import { JsonFormsController } from './json-forms/json-forms.controller.js';
import { JsonFormsService } from './json-forms/json-forms.service.js';
import { StoredAnswersService } from './json-forms/stored-answers.service.js';
import { PackagedContentService } from './packaged-content.service.js';
import { PROJECT_MODEL, projectSchema } from './projects/project.schema.js';
import { ProjectImportController } from './importing/project-import.controller.js';
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
import { AdapterReferenceValidatorService } from './references/adapter-reference-validator.service.js';
import { DocumentReferenceValidatorService } from './references/document-reference-validator.service.js';
import { ContentReferrersService } from './references/content-referrers.service.js';
import { ReferenceValidatorService } from './references/reference-validator.service.js';
import { TAG_MODEL, tagSchema } from './tags/tag.schema.js';
import { TagRecordsRepository } from './tags/tag-records.repository.js';
import { TagsController } from './tags/tags.controller.js';
import { TagsService } from './tags/tags.service.js';
import { TagUsesService } from './tags/tag-uses.service.js';
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
import { TemplateDeviceRunsService } from './templates/template-device-runs.service.js';
import { TemplateRunsService } from './templates/template-runs.service.js';
import { TemplateTransferController } from './templates/template-transfer.controller.js';
import { TemplatesService } from './templates/templates.service.js';
import { ConfigurationTemplatesController } from './text-templates/configuration-templates.controller.js';
import { ConfigurationTemplatesService } from './text-templates/configuration-templates.service.js';
import { TextTemplateRunsController } from './text-templates/text-template-runs.controller.js';
import { TextTemplateRunsService } from './text-templates/text-template-runs.service.js';
import { TextTemplateVersionsController } from './text-templates/text-template-versions.controller.js';
import { TextTemplatesController } from './text-templates/text-templates.controller.js';
import { TextTemplatesService } from './text-templates/text-templates.service.js';
import { WorkflowSearchController } from './workflows/workflow-search.controller.js';
import { WorkflowListingController } from './workflows/listing/workflow-listing.controller.js';
import { WorkflowListingService } from './workflows/listing/workflow-listing.service.js';
import { WorkflowOutlinesRepository } from './workflows/listing/workflow-outlines.repository.js';
import { WorkflowRightsService } from './workflows/workflow-rights.service.js';
import { WorkflowVersionsController } from './workflows/workflow-versions.controller.js';
import { WorkflowsController } from './workflows/workflows.controller.js';
import { WorkflowsService } from './workflows/workflows.service.js';

const MODELS = [
  ...CONTENT_MODELS,
  { name: CONTENT_VERSION_MODEL, schema: contentVersionSchema },
  { name: PROJECT_MODEL, schema: projectSchema },
  { name: TAG_MODEL, schema: tagSchema },
];
const FORMS = [FormsService];
const REFERENCES = [
  AdapterReferenceValidatorService,
  DocumentReferenceValidatorService,
  ContentReferrersService,
  ReferenceValidatorService,
];
const IMPORTING = [
  ContentImportersService,
  ContentImportService,
  DocumentBatchService,
  MissingReferencesService,
];
const TAGS = [TagRecordsRepository, TagsService, TagUsesService];
const PROJECTS = [ProjectsRepository, ProjectsService];
const JSON_FORMS = [
  AnswerMigrationService,
  AnswersCheckService,
  BindingCallerService,
  FormBindingsService,
  JsonFormsService,
  InternalApi,
  StoredAnswersService,
];
const TEMPLATE_MODELS = [{ name: TEMPLATE_VERDICT_MODEL, schema: templateVerdictSchema }];
const TEMPLATES = [
  TemplateDeviceRunsService,
  TemplateRunsService,
  TemplatesService,
  TemplateVerdictsRepository,
  TemplateVerdictsService,
  ConfigurationTemplatesService,
  TextTemplateRunsService,
  TextTemplatesService,
];
const WORKFLOWS = [
  WorkflowListingService,
  WorkflowOutlinesRepository,
  WorkflowRightsService,
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
    AdaptersModule,
    DeviceChangesModule,
    IntegrationsModule,
    PackagedModule,
    ReferrersModule,
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
    ProjectImportController,
    TagsController,
    TransformationsController,
    TemplateTransferController,
    TemplateVerdictsController,
    ConfigurationTemplatesController,
    TextTemplateRunsController,
    TextTemplatesController,
    TextTemplateVersionsController,
    WorkflowSearchController,
    WorkflowListingController,
    WorkflowsController,
    WorkflowVersionsController,
  ],
  providers: [
    ...RECORDS,
    ...FORMS,
    ...IMPORTING,
    ...TAGS,
    ...REFERENCES,
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
    ContentImportersService,
    StoredAnswersService,
    TemplateDeviceRunsService,
    TemplateRunsService,
    TextTemplateRunsService,
    WorkflowRightsService,
  ],
})
export class ContentModule {}

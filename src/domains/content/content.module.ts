import { Module } from '@nestjs/common';
import { MongooseModule } from '@nestjs/mongoose';
import { PackagedModule } from '../../platform/packaged/packaged.module.js';
import { UserManagementModule } from '../user-management/user-management.module.js';
import { ContentSeed } from './content.seed.js';
import { FormsController } from './forms/forms.controller.js';
import { FormsService } from './forms/forms.service.js';
import { ContentImporters } from './importing/content-importers.service.js';
import { StoredAnswers } from './json-forms/stored-answers.service.js';
import { PackagedContentService } from './packaged-content.service.js';
import { ContentDocumentsService } from './records/content-documents.service.js';
import { ContentHistoryService } from './records/content-history.service.js';
import { ContentLookupService } from './records/content-lookup.service.js';
import { ContentRepositories } from './records/content-repositories.repository.js';
import { CONTENT_VERSION_MODEL, contentVersionSchema } from './records/content-version.schema.js';
import { ContentVersionsRepository } from './records/content-versions.repository.js';
import { CONTENT_MODELS } from './records/content.schema.js';
import { WorkflowListingController } from './workflows/listing/workflow-listing.controller.js';
import { WorkflowListingService } from './workflows/listing/workflow-listing.service.js';
import { WorkflowOutlinesRepository } from './workflows/listing/workflow-outlines.repository.js';
import { WorkflowVersionsController } from './workflows/workflow-versions.controller.js';
import { WorkflowsController } from './workflows/workflows.controller.js';
import { WorkflowsService } from './workflows/workflows.service.js';

const MODELS = [...CONTENT_MODELS, { name: CONTENT_VERSION_MODEL, schema: contentVersionSchema }];
const FORMS = [FormsService];
const IMPORTING = [ContentImporters];
const JSON_FORMS = [StoredAnswers];
const WORKFLOWS = [WorkflowListingService, WorkflowOutlinesRepository, WorkflowsService];
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
  imports: [MongooseModule.forFeature(MODELS), PackagedModule, UserManagementModule],
  controllers: [
    FormsController,
    WorkflowListingController,
    WorkflowsController,
    WorkflowVersionsController,
  ],
  providers: [
    ...RECORDS,
    ...FORMS,
    ...IMPORTING,
    ...JSON_FORMS,
    ...WORKFLOWS,
    ContentSeed,
    PackagedContentService,
  ],
  exports: [ContentSeed, ContentLookupService, ContentImporters, StoredAnswers],
})
export class ContentModule {}

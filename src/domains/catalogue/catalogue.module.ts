import { Module } from '@nestjs/common';
import { MongooseModule } from '@nestjs/mongoose';
import { RegistryModule } from '../../connectors/registry/registry.module.js';
import { PackagedModule } from '../../platform/packaged/packaged.module.js';
import { SchedulingModule } from '../../platform/scheduling/scheduling.module.js';
import { ProfilesModule } from '../profiles/profiles.module.js';
import { CatalogueTasks } from './catalogue.tasks.js';
import {
  CATALOGUE_BUNDLE_MODEL,
  CATALOGUE_CONTENT_MODEL,
  catalogueBundleSchema,
  catalogueContentSchema,
} from './index/catalogue-content.schema.js';
import { CatalogueContentsRepository } from './index/catalogue-contents.repository.js';
import { CatalogueEntriesRepository } from './index/catalogue-entries.repository.js';
import { CATALOGUE_ENTRY_MODEL, catalogueEntrySchema } from './index/catalogue-entry.schema.js';
import { CatalogueIndexRepository } from './index/catalogue-index.repository.js';
import { CatalogueRepositoriesRepository } from './index/catalogue-repositories.repository.js';
import {
  CATALOGUE_REPOSITORY_MODEL,
  CATALOGUE_STATE_MODEL,
  catalogueRepositorySchema,
  catalogueStateSchema,
} from './index/catalogue-repository.schema.js';
import { CatalogueScopeService } from './index/catalogue-scope.service.js';
import { ContentSweeperService } from './index/content-sweeper.service.js';
import { PackageIndexerService } from './index/package-indexer.service.js';
import { RepositoryReaderService } from './index/repository-reader.service.js';
import { SignatureRefreshService } from './index/signature-refresh.service.js';
import { STORED_ANSWER_MODEL, storedAnswerSchema } from './index/stored-answer.schema.js';
import { StoredAnswersRepository } from './index/stored-answers.repository.js';
import { VisibilityIndexerService } from './index/visibility-indexer.service.js';
import { CatalogueRefreshService } from './refreshing/catalogue-refresh.service.js';
import { CatalogueSyncService } from './refreshing/catalogue-sync.service.js';
import { RepositoryConfigWatcherService } from './refreshing/repository-config-watcher.service.js';
import { RepositoryOpenerService } from './refreshing/repository-opener.service.js';
import { RepositoryRecordsService } from './refreshing/repository-records.service.js';
import { RepositoryRefreshController } from './refreshing/repository-refresh.controller.js';
import { RepositoryIndexerService } from './refreshing/repository-indexer.service.js';
import { RequestedRefreshesService } from './refreshing/requested-refreshes.service.js';
import { RepositoryStatusService } from './refreshing/repository-status.service.js';
import { RepositoryWebhooksService } from './refreshing/repository-webhooks.service.js';

const MODELS = [
  { name: CATALOGUE_ENTRY_MODEL, schema: catalogueEntrySchema },
  { name: CATALOGUE_CONTENT_MODEL, schema: catalogueContentSchema },
  { name: CATALOGUE_BUNDLE_MODEL, schema: catalogueBundleSchema },
  { name: CATALOGUE_REPOSITORY_MODEL, schema: catalogueRepositorySchema },
  { name: CATALOGUE_STATE_MODEL, schema: catalogueStateSchema },
  { name: STORED_ANSWER_MODEL, schema: storedAnswerSchema },
];

/**
 * The index of the packages that repositories offer, and reading the repositories. Knows nothing of
 * what is installed. Owns the collections `catalogue_*`.
 */
@Module({
  imports: [
    MongooseModule.forFeature(MODELS),
    PackagedModule,
    ProfilesModule,
    RegistryModule,
    SchedulingModule,
  ],
  controllers: [RepositoryRefreshController],
  providers: [
    CatalogueContentsRepository,
    CatalogueEntriesRepository,
    CatalogueIndexRepository,
    CatalogueRefreshService,
    CatalogueRepositoriesRepository,
    CatalogueScopeService,
    CatalogueSyncService,
    CatalogueTasks,
    ContentSweeperService,
    PackageIndexerService,
    RepositoryConfigWatcherService,
    RepositoryOpenerService,
    RepositoryReaderService,
    RepositoryRecordsService,
    RequestedRefreshesService,
    RepositoryIndexerService,
    RepositoryStatusService,
    RepositoryWebhooksService,
    SignatureRefreshService,
    StoredAnswersRepository,
    VisibilityIndexerService,
  ],
  exports: [
    CatalogueContentsRepository,
    CatalogueEntriesRepository,
    CatalogueRefreshService,
    CatalogueScopeService,
  ],
})
export class CatalogueModule {}

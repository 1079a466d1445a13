import { Module } from '@nestjs/common';
import { MongooseModule } from '@nestjs/mongoose';
import { RegistryModule } from '../../connectors/registry/registry.module.js';
import { PackagedModule } from '../../platform/packaged/packaged.module.js';
import { SchedulingModule } from '../../platform/scheduling/scheduling.module.js';
import { AdaptersModule } from '../adapters/adapters.module.js';
import { ProfilesModule } from '../profiles/profiles.module.js';
import { ArtifactsController } from './artifacts.controller.js';
import { ArtifactsSeed } from './artifacts.seed.js';
import { ArtifactsService } from './artifacts.service.js';
import { ArtifactsTasks } from './artifacts.tasks.js';
import {
  CATALOGUE_BUNDLE_MODEL,
  CATALOGUE_CONTENT_MODEL,
  catalogueBundleSchema,
  catalogueContentSchema,
} from './catalogue-index/catalogue-content.schema.js';
import { CatalogueContentsRepository } from './catalogue-index/catalogue-contents.repository.js';
import { CatalogueEntriesRepository } from './catalogue-index/catalogue-entries.repository.js';
import {
  CATALOGUE_ENTRY_MODEL,
  catalogueEntrySchema,
} from './catalogue-index/catalogue-entry.schema.js';
import { CatalogueIndexRepository } from './catalogue-index/catalogue-index.repository.js';
import { CatalogueSyncService } from './refreshing/catalogue-sync.service.js';
import { CatalogueRepositoriesRepository } from './catalogue-index/catalogue-repositories.repository.js';
import {
  CATALOGUE_REPOSITORY_MODEL,
  CATALOGUE_STATE_MODEL,
  catalogueRepositorySchema,
  catalogueStateSchema,
} from './catalogue-index/catalogue-repository.schema.js';
import { CatalogueScopeService } from './catalogue-index/catalogue-scope.service.js';
import { ContentSweeperService } from './catalogue-index/content-sweeper.service.js';
import { PackageIndexerService } from './catalogue-index/package-indexer.service.js';
import { RepositoryReaderService } from './catalogue-index/repository-reader.service.js';
import { RepositoryRefreshService } from './refreshing/repository-refresh.service.js';
import { VisibilityIndexerService } from './catalogue-index/visibility-indexer.service.js';
import { PackageAutomation } from './automating/package-automation.service.js';
import { CatalogueRefreshService } from './catalogue-refresh.service.js';
import { CatalogueItemsService } from './catalogue-items.service.js';
import { CatalogueService } from './catalogue.service.js';
import { CHANGES_MODELS, CHANGES_PROVIDERS } from './changes/changes.providers.js';
import { RollbackController } from './changes/rollback.controller.js';
import { InstalledPrebuiltsController } from './installed-prebuilts.controller.js';
import { LocksRepository } from './locks/locks.repository.js';
import { BUNDLE_MODELS } from './stored/bundle-document.schema.js';
import { BundleDocumentsRepository } from './stored/bundle-documents.repository.js';
import { InstallPlannerService } from './planning/install-planner.service.js';
import { PackageInstallerService } from './packages/package-installer.service.js';
import { PackageOperationsRepository } from './stored/package-operations.repository.js';
import { PACKAGE_MODEL, packageSchema } from './stored/package.schema.js';
import { PackagesRepository } from './stored/packages.repository.js';
import { PackagesService } from './packages/packages.service.js';
import { STAGED_PART_MODEL, stagedPartSchema } from './stored/staged-part.schema.js';
import { PLANNING_MODELS, PLANNING_PROVIDERS } from './planning/planning.providers.js';
import { PublishingController } from './publishing/publishing.controller.js';
import { PUBLISHING_MODELS, PUBLISHING_PROVIDERS } from './publishing/publishing.providers.js';
import { RepositoryRefreshController } from './refreshing/repository-refresh.controller.js';
import { REFRESHING_MODELS, REFRESHING_PROVIDERS } from './refreshing/refreshing.providers.js';
import { RepositoryFollowerService } from './repository-follower.service.js';
import { RESOLVING_MODELS, RESOLVING_PROVIDERS } from './resolving/resolving.providers.js';
import { RunningSystemService } from './running-system.service.js';
import { TrustController } from './trust/trust.controller.js';
import { TRUST_MODELS, TRUST_PROVIDERS } from './trust/trust.providers.js';

const MODELS = [
  { name: CATALOGUE_ENTRY_MODEL, schema: catalogueEntrySchema },
  { name: CATALOGUE_CONTENT_MODEL, schema: catalogueContentSchema },
  { name: CATALOGUE_BUNDLE_MODEL, schema: catalogueBundleSchema },
  { name: CATALOGUE_REPOSITORY_MODEL, schema: catalogueRepositorySchema },
  { name: CATALOGUE_STATE_MODEL, schema: catalogueStateSchema },
  { name: PACKAGE_MODEL, schema: packageSchema },
  { name: STAGED_PART_MODEL, schema: stagedPartSchema },
  ...BUNDLE_MODELS,
  ...REFRESHING_MODELS,
  ...RESOLVING_MODELS,
  ...PLANNING_MODELS,
  ...CHANGES_MODELS,
  ...TRUST_MODELS,
  ...PUBLISHING_MODELS,
];
const INDEX = [
  CatalogueContentsRepository,
  CatalogueEntriesRepository,
  CatalogueIndexRepository,
  CatalogueSyncService,
  CatalogueRepositoriesRepository,
  CatalogueScopeService,
  ContentSweeperService,
  PackageIndexerService,
  RepositoryReaderService,
  RepositoryRefreshService,
  VisibilityIndexerService,
];
const PACKAGES = [
  BundleDocumentsRepository,
  InstallPlannerService,
  PackageInstallerService,
  PackageOperationsRepository,
  PackagesRepository,
  PackagesService,
];

/**
 * The catalogue of packages that repositories offer, and the packages that are installed:
 * operations 2 and 3, installing, uninstalling and exporting,
 * also under `/prebuilts`. Owns the collections `catalogue_*`,
 * `packages`, `package_staging`, `package_documents`, and those in which bundles land until their
 * domains exist (`workflows`, `transformations`, `forms` and the others).
 */
@Module({
  imports: [
    AdaptersModule,
    MongooseModule.forFeature(MODELS),
    PackagedModule,
    ProfilesModule,
    RegistryModule,
    SchedulingModule,
  ],
  controllers: [
    ArtifactsController,
    InstalledPrebuiltsController,
    PublishingController,
    RepositoryRefreshController,
    RollbackController,
    TrustController,
  ],
  providers: [
    ...INDEX,
    ...PACKAGES,
    ...REFRESHING_PROVIDERS,
    ...RESOLVING_PROVIDERS,
    ...PLANNING_PROVIDERS,
    ...CHANGES_PROVIDERS,
    ...TRUST_PROVIDERS,
    ...PUBLISHING_PROVIDERS,
    ArtifactsSeed,
    ArtifactsService,
    ArtifactsTasks,
    CatalogueRefreshService,
    CatalogueItemsService,
    CatalogueService,
    LocksRepository,
    PackageAutomation,
    RepositoryFollowerService,
    RunningSystemService,
  ],
  exports: [ArtifactsSeed, CatalogueRefreshService, CatalogueService, PackageAutomation],
})
export class ArtifactsModule {}

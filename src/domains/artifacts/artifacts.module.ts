import { Module } from '@nestjs/common';
import { MongooseModule } from '@nestjs/mongoose';
import { PackagedModule } from '../../platform/packaged/packaged.module.js';
import { SchedulingModule } from '../../platform/scheduling/scheduling.module.js';
import { AdaptersModule } from '../adapters/adapters.module.js';
import { CatalogueModule } from '../catalogue/catalogue.module.js';
import { ProfilesModule } from '../profiles/profiles.module.js';
import { ArtifactsController } from './artifacts.controller.js';
import { ArtifactsSeed } from './artifacts.seed.js';
import { ArtifactsService } from './artifacts.service.js';
import { ArtifactsTasks } from './artifacts.tasks.js';
import { PackageAutomationService } from './automating/package-automation.service.js';
import { CatalogueItemsService } from './offered/catalogue-items.service.js';
import { CatalogueService } from './offered/catalogue.service.js';
import { CHANGES_MODELS, CHANGES_PROVIDERS } from './changes/changes.providers.js';
import { RollbackController } from './rollbacks/rollback.controller.js';
import { RollbackPlannerService } from './rollbacks/rollback-planner.service.js';
import { RollbackService } from './rollbacks/rollback.service.js';
import { InstalledPrebuiltsController } from './installed-prebuilts.controller.js';
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
import { RESOLVING_MODELS, RESOLVING_PROVIDERS } from './resolving/resolving.providers.js';
import { RunningSystemService } from './packages/running-system.service.js';
import { TrustController } from './trust/trust.controller.js';
import { TRUST_MODELS, TRUST_PROVIDERS } from './trust/trust.providers.js';

const MODELS = [
  { name: PACKAGE_MODEL, schema: packageSchema },
  { name: STAGED_PART_MODEL, schema: stagedPartSchema },
  ...BUNDLE_MODELS,
  ...RESOLVING_MODELS,
  ...PLANNING_MODELS,
  ...CHANGES_MODELS,
  ...TRUST_MODELS,
  ...PUBLISHING_MODELS,
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
 * The packages that are installed, and what the catalogue offers beside them: operations 2 and 3,
 * installing, uninstalling and exporting, also under `/prebuilts`. Owns the collections `packages`,
 * `package_*`; bundles land in the collections of the kinds of documents that they hold.
 */
@Module({
  imports: [
    AdaptersModule,
    CatalogueModule,
    MongooseModule.forFeature(MODELS),
    PackagedModule,
    ProfilesModule,
    SchedulingModule,
  ],
  controllers: [
    ArtifactsController,
    InstalledPrebuiltsController,
    PublishingController,
    RollbackController,
    TrustController,
  ],
  providers: [
    ...PACKAGES,
    ...RESOLVING_PROVIDERS,
    ...PLANNING_PROVIDERS,
    ...CHANGES_PROVIDERS,
    RollbackPlannerService,
    RollbackService,
    ...TRUST_PROVIDERS,
    ...PUBLISHING_PROVIDERS,
    ArtifactsSeed,
    ArtifactsService,
    ArtifactsTasks,
    CatalogueItemsService,
    CatalogueService,
    PackageAutomationService,
    RunningSystemService,
  ],
  exports: [ArtifactsSeed, CatalogueService, PackageAutomationService],
})
export class ArtifactsModule {}

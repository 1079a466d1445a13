import { Module } from '@nestjs/common';
import { RegistryModule } from '../../connectors/registry/registry.module.js';
import { ArtifactsModule } from '../artifacts/artifacts.module.js';
import { CatalogueModule } from '../catalogue/catalogue.module.js';
import { ProfilesModule } from '../profiles/profiles.module.js';
import { PrebuiltsController } from './prebuilts.controller.js';
import { RepositoryConfigsService } from './repository-configs.service.js';

/**
 * The prebuilt packages of the configured repositories: operations 1 and 4, and changing the
 * configurations. Owns no collection: the catalogue belongs to `artifacts`, the configurations lie
 * in the active profile.
 */
@Module({
  imports: [ArtifactsModule, CatalogueModule, ProfilesModule, RegistryModule],
  controllers: [PrebuiltsController],
  providers: [RepositoryConfigsService],
})
export class PrebuiltsModule {}

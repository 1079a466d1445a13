import { Module } from '@nestjs/common';
import { MongooseModule } from '@nestjs/mongoose';
import { PROFILE_MODEL, profileSchema } from './profile.schema.js';
import { ProfilesRepository } from './profiles.repository.js';
import { ProfilesSeed } from './profiles.seed.js';
import { ProfilesService } from './profiles.service.js';

/**
 * Profiles: the documents that configure the platform, of which exactly one is active.
 * Owns the collection `profiles`; its operations (19 and `/profiles`) are not built yet.
 * Others read and change the active profile through `ProfilesService`.
 */
@Module({
  imports: [MongooseModule.forFeature([{ name: PROFILE_MODEL, schema: profileSchema }])],
  providers: [ProfilesRepository, ProfilesService, ProfilesSeed],
  exports: [ProfilesService, ProfilesSeed],
})
export class ProfilesModule {}

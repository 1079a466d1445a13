import { Module } from '@nestjs/common';
import { MongooseModule } from '@nestjs/mongoose';
import { ProfileChecksService } from './profile-checks.service.js';
import { PROFILE_MODEL, profileSchema } from './profile.schema.js';
import { ProfileWriterService } from './profile-writer.service.js';
import { ProfilesRepository } from './profiles.repository.js';
import { ProfilesSeed } from './profiles.seed.js';
import { ProfilesService } from './profiles.service.js';
import { RuntimeProfileService } from './runtime-profile.service.js';

/**
 * Profiles: the documents that configure the platform, of which exactly one is active.
 * Owns the collection `profiles`. Other domains read and change the active profile through
 * `ProfilesService`, judge it by `ProfileChecksService` and follow it by `RuntimeProfileService`; its operations
 * are those of `ProfileOperationsModule`.
 */
@Module({
  imports: [MongooseModule.forFeature([{ name: PROFILE_MODEL, schema: profileSchema }])],
  providers: [
    ProfileChecksService,
    ProfilesRepository,
    ProfilesSeed,
    ProfilesService,
    ProfileWriterService,
    RuntimeProfileService,
  ],
  exports: [
    ProfileChecksService,
    ProfilesRepository,
    ProfilesSeed,
    ProfilesService,
    ProfileWriterService,
    RuntimeProfileService,
  ],
})
export class ProfilesModule {}

import { Module } from '@nestjs/common';
import { SchedulingModule } from '../../platform/scheduling/scheduling.module.js';
import { ListeningPortService } from './listening-port.service.js';
import { LogLevelService } from './log-level.service.js';
import { ProfileRecordsService } from './profile-records.service.js';
import { ProfileViewsService } from './profile-views.service.js';
import { ProfilesController } from './profiles.controller.js';
import { ProfilesModule } from './profiles.module.js';
import { ProfilesTasks } from './profiles.tasks.js';

/**
 * Operation 19 and `/profiles`, and what follows the active profile on each node. Apart from
 * `ProfilesModule`, which other domains import for what the active profile says.
 */
@Module({
  imports: [ProfilesModule, SchedulingModule],
  controllers: [ProfilesController],
  providers: [
    ListeningPortService,
    LogLevelService,
    ProfileRecordsService,
    ProfileViewsService,
    ProfilesTasks,
  ],
})
export class ProfileOperationsModule {}

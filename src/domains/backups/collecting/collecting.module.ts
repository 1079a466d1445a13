import { Module } from '@nestjs/common';
import { MongooseModule } from '@nestjs/mongoose';
import { MetricsModule } from '../../../platform/metrics/metrics.module.js';
import { SchedulingModule } from '../../../platform/scheduling/scheduling.module.js';
import { WorkModule } from '../../../platform/work/work.module.js';
import { AdaptersModule } from '../../adapters/adapters.module.js';
import { BackupsModule } from '../records/backups.module.js';
import { DevicesModule } from '#domains/devices/inventory/devices.module.js';
import { AdapterReadingService } from './adapter-reading.service.js';
import {
  BACKUP_RUN_MODEL,
  backupRunSchema,
  RUN_ITEM_MODEL,
  runItemSchema,
} from './backup-run.schema.js';
import { BackupRunsController } from './backup-runs.controller.js';
import { BackupRunStartsService } from './backup-run-starts.service.js';
import { BackupRunsRepository } from './backup-runs.repository.js';
import { BackupRunsService } from './backup-runs.service.js';
import { BACKUP_SCHEDULE_MODEL, backupScheduleSchema } from './backup-schedule.schema.js';
import { BackupSchedulesRepository } from './backup-schedules.repository.js';
import { BackupSchedulesService } from './backup-schedules.service.js';
import { CollectingTasks } from './collecting.tasks.js';
import { BackupWorkerService } from './backup-worker.service.js';
import { DeviceBackupsService } from './device-backups.service.js';
import { RunAccessSyncService } from './run-access-sync.service.js';
import { RunItemsRepository } from './run-items.repository.js';
import { RunItemService } from './run-item.service.js';
import { ScheduleEditsService } from './schedule-edits.service.js';
import { BackupSchedulesController } from './schedules.controller.js';
import { StaleDevicesService } from './stale-devices.service.js';

const MODELS = [
  { name: BACKUP_RUN_MODEL, schema: backupRunSchema },
  { name: RUN_ITEM_MODEL, schema: runItemSchema },
  { name: BACKUP_SCHEDULE_MODEL, schema: backupScheduleSchema },
];

/**
 * Takes the configurations of devices, when somebody asks and by schedule:
 * `POST /configuration_manager/devices/backups`, `/configuration_manager/backup-runs` and `…/schedules`;
 * collections `backup_runs`, `backup_run_items`, `backup_schedules`.
 */
@Module({
  imports: [
    MongooseModule.forFeature(MODELS),
    AdaptersModule,
    BackupsModule,
    DevicesModule,
    MetricsModule,
    SchedulingModule,
    WorkModule,
  ],
  controllers: [BackupRunsController, BackupSchedulesController],
  providers: [
    AdapterReadingService,
    BackupRunStartsService,
    BackupRunsService,
    BackupRunsRepository,
    BackupSchedulesService,
    BackupSchedulesRepository,
    CollectingTasks,
    BackupWorkerService,
    DeviceBackupsService,
    RunAccessSyncService,
    RunItemsRepository,
    RunItemService,
    ScheduleEditsService,
    StaleDevicesService,
  ],
  exports: [DeviceBackupsService],
})
export class CollectingModule {}

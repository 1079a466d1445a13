import { Module } from '@nestjs/common';
import { MongooseModule } from '@nestjs/mongoose';
import { GuardedObjectsModule } from '../../../platform/auth/guarded-objects.module.js';
import { SchedulingModule } from '../../../platform/scheduling/scheduling.module.js';
import { UserManagementModule } from '../../user-management/user-management.module.js';
import { DevicesModule } from '#domains/devices/inventory/devices.module.js';
import { BackupDiffsService } from './backup-diffs.service.js';
import { BackupEditsService } from './backup-edits.service.js';
import { BackupImportService } from './backup-import.service.js';
import { BackupLookupService } from './backup-lookup.service.js';
import { BackupStoreModule } from '../store/backup-store.module.js';
import { BackupTasksService } from './backup-tasks.service.js';
import { BackupVersionsController } from './backup-versions.controller.js';
import { BackupsController } from './backups.controller.js';
import { BackupsService } from './backups.service.js';
import { DeviceBackupIntakeService } from './device-backup-intake.service.js';
import { BackupAccessSyncService } from './backup-access-sync.service.js';
import { ReadableBackupsService } from './readable-backups.service.js';
import { PolicyAuthorsService } from '../retention/policy-authors.service.js';
import { RetentionPoliciesRepository } from '../retention/retention-policies.repository.js';
import { RetentionPoliciesService } from '../retention/retention-policies.service.js';
import {
  RETENTION_POLICY_MODEL,
  retentionPolicySchema,
} from '../retention/retention-policy.schema.js';
import { RetentionPruningService } from '../retention/retention-pruning.service.js';
import { RetentionRunsService } from '../retention/retention-runs.service.js';
import { RetentionController } from '../retention/retention.controller.js';

/** Operation 7 and whatever is done with kept configurations: `/configuration_manager/backups`. */
@Module({
  imports: [
    MongooseModule.forFeature([{ name: RETENTION_POLICY_MODEL, schema: retentionPolicySchema }]),
    BackupStoreModule,
    DevicesModule,
    GuardedObjectsModule,
    SchedulingModule,
    UserManagementModule,
  ],
  controllers: [BackupsController, BackupVersionsController, RetentionController],
  providers: [
    BackupDiffsService,
    BackupEditsService,
    BackupImportService,
    BackupLookupService,
    BackupsService,
    BackupTasksService,
    BackupAccessSyncService,
    DeviceBackupIntakeService,
    PolicyAuthorsService,
    ReadableBackupsService,
    RetentionPoliciesService,
    RetentionPoliciesRepository,
    RetentionPruningService,
    RetentionRunsService,
  ],
  exports: [
    BackupStoreModule,
    BackupLookupService,
    DeviceBackupIntakeService,
    ReadableBackupsService,
  ],
})
export class BackupsModule {}

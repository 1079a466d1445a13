import { Module } from '@nestjs/common';
import { MongooseModule } from '@nestjs/mongoose';
import { ProtectedObjectsModule } from '../../../platform/auth/protected-objects.module.js';
import { SchedulingModule } from '../../../platform/scheduling/scheduling.module.js';
import { UserManagementModule } from '../../user-management/user-management.module.js';
import { DevicesModule } from '#domains/devices/inventory/devices.module.js';
import { BackupDiffs } from './backup-diffs.service.js';
import { BackupEdits } from './backup-edits.service.js';
import { BackupImport } from './backup-import.service.js';
import { BackupLookup } from './backup-lookup.service.js';
import { BackupStoreModule } from '../store/backup-store.module.js';
import { BackupTasks } from './backup-tasks.service.js';
import { BackupVersionsController } from './backup-versions.controller.js';
import { BackupsController } from './backups.controller.js';
import { BackupsService } from './backups.service.js';
import { DeviceGuards } from './device-guards.service.js';
import { ReadableBackups } from './readable-backups.service.js';
import { PolicyAuthors } from '../retention/policy-authors.service.js';
import { RetentionPoliciesRepository } from '../retention/retention-policies.repository.js';
import { RetentionPolicies } from '../retention/retention-policies.service.js';
import {
  RETENTION_POLICY_MODEL,
  retentionPolicySchema,
} from '../retention/retention-policy.schema.js';
import { RetentionRuns } from '../retention/retention-runs.service.js';
import { RetentionController } from '../retention/retention.controller.js';

/** Operation 7 and whatever is done with kept configurations: `/configuration_manager/backups`. */
@Module({
  imports: [
    MongooseModule.forFeature([{ name: RETENTION_POLICY_MODEL, schema: retentionPolicySchema }]),
    BackupStoreModule,
    DevicesModule,
    ProtectedObjectsModule,
    SchedulingModule,
    UserManagementModule,
  ],
  controllers: [BackupsController, BackupVersionsController, RetentionController],
  providers: [
    BackupDiffs,
    BackupEdits,
    BackupImport,
    BackupLookup,
    BackupsService,
    BackupTasks,
    DeviceGuards,
    PolicyAuthors,
    ReadableBackups,
    RetentionPolicies,
    RetentionPoliciesRepository,
    RetentionRuns,
  ],
  exports: [BackupStoreModule, BackupLookup, ReadableBackups],
})
export class BackupsModule {}

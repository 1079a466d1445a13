import { Module } from '@nestjs/common';
import { AuditSwitch } from '../../platform/audit/audit-switch.js';
import { AuditTrailModule } from '../../platform/audit/audit-trail.module.js';
import { KnownAccounts } from '../../platform/request-context/known-accounts.js';
import { SchedulingModule } from '../../platform/scheduling/scheduling.module.js';
import { ProfilesModule } from '../profiles/profiles.module.js';
import { UserManagementModule } from '../user-management/user-management.module.js';
import { AccountNames } from './account-names.js';
import { AuditController } from './audit.controller.js';
import { AuditEntriesRepository } from './audit-entries.repository.js';
import { AuditEntriesService } from './audit-entries.service.js';
import { AuditRetentionService } from './audit-retention.service.js';
import { AuditSeed } from './audit.seed.js';
import { AuditVerificationService } from './audit-verification.service.js';
import { ProfileAuditSwitch } from './profile-audit-switch.js';

/**
 * The reading side of the audit trail: `GET /audit`, verification, retention. Implements the ports by
 * which requests learn whether auditing is on, and which names are those of accounts.
 */
@Module({
  imports: [AuditTrailModule, ProfilesModule, SchedulingModule, UserManagementModule],
  controllers: [AuditController],
  providers: [
    AuditEntriesRepository,
    AuditEntriesService,
    AuditRetentionService,
    AuditSeed,
    AuditVerificationService,
    { provide: AuditSwitch, useClass: ProfileAuditSwitch },
    { provide: KnownAccounts, useClass: AccountNames },
  ],
  exports: [AuditSeed, AuditSwitch, AuditVerificationService, KnownAccounts],
})
export class AuditModule {}

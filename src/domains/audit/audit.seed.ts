import { Injectable } from '@nestjs/common';
import { AuditRecordsRepository } from '../../platform/audit/audit-records.repository.js';
import { AuditKeysService } from '../../platform/audit/audit-keys.service.js';
import { AuditTrailService } from '../../platform/audit/audit-trail.service.js';
import { NOWHERE } from '../../platform/audit/audit-entry.js';
import { type Seed } from '../../platform/database/seed.js';

/**
 * Begins the trail of a new platform with its first start: everything before it was made by it. Where
 * a trail was and all of it is gone, the new one begins with that.
 */
@Injectable()
export class AuditSeed implements Seed {
  readonly name = 'audit trail';

  constructor(
    private readonly records: AuditRecordsRepository,
    private readonly trail: AuditTrailService,
    private readonly keys: AuditKeysService,
  ) {}

  async run(): Promise<void> {
    if (!(await this.records.isEmpty())) return;
    if (await this.keys.areMade()) {
      // There was a trail: a first start makes the key with the first record.
      await this.trail.record({ kind: 'platform', outcome: 'failed', reason: 'trail-was-empty' });
      return;
    }
    const origin = { ...NOWHERE, operation: 'first-start' };
    await this.trail.record({ kind: 'platform', outcome: 'done', origin });
  }
}

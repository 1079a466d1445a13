import { Injectable } from '@nestjs/common';
import { AuditRecordsRepository } from '../../platform/audit/audit-records.repository.js';
import { AuditTrail } from '../../platform/audit/audit-trail.service.js';
import { NOWHERE } from '../../platform/audit/audit-entry.js';
import { type Seed } from '../../platform/database/seed.js';

/** Begins the trail of a new platform with its first start: everything before it was made by it. */
@Injectable()
export class AuditSeed implements Seed {
  readonly name = 'audit trail';

  constructor(
    private readonly records: AuditRecordsRepository,
    private readonly trail: AuditTrail,
  ) {}

  async run(): Promise<void> {
    if (!(await this.records.isEmpty())) return;
    const origin = { ...NOWHERE, operation: 'first-start' };
    await this.trail.record({ kind: 'platform', outcome: 'done', origin });
  }
}

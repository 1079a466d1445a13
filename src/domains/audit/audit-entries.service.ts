import { Injectable } from '@nestjs/common';
import { notFound } from '../../kernel/app-error.js';
import { type Page } from '../../kernel/page.js';
import { type AuditRecord } from '../../platform/audit/audit-entry.js';
import { AuditEntriesRepository } from './audit-entries.repository.js';
import { type AuditPart } from './audit-list.js';

/** The entries of the audit trail, as they are read. */
@Injectable()
export class AuditEntriesService {
  constructor(private readonly entries: AuditEntriesRepository) {}

  /** @throws AppError `invalid-input` for an `objectId` without its type. */
  async list(part: AuditPart): Promise<Page<AuditRecord>> {
    return this.entries.list(part);
  }

  /** @throws AppError `not-found` */
  async get(id: string): Promise<AuditRecord> {
    const found = await this.entries.find(id);
    if (!found) throw notFound('Audit entry', id);
    return found;
  }
}

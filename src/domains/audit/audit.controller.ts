import { Controller, Param } from '@nestjs/common';
import { Operation } from '../../api/operation.decorator.js';
import { ListOptions } from '../../api/lists/list-options.decorator.js';
import { type ListRequest } from '../../api/lists/list-request.js';
import { pageOf } from '../../api/lists/page-of.js';
import { AuditEntriesService } from './audit-entries.service.js';
import { type AuditListOptions, AuditEntryShown, ListAuditEntriesAnswer } from './audit.dto.js';
import { AUDIT_LIST } from './audit-list.js';
import { toAuditEntry } from './to-audit-entry.js';

/** The audit trail, to be read and nothing else. */
@Controller()
export class AuditController {
  constructor(private readonly entries: AuditEntriesService) {}

  @Operation('listAuditEntries', ListAuditEntriesAnswer)
  async listAuditEntries(
    @ListOptions(AUDIT_LIST) list: ListRequest<AuditListOptions>,
  ): Promise<ListAuditEntriesAnswer> {
    const { items, total } = await pageOf(list, (part) => this.entries.list(part), toAuditEntry);
    return { results: items, total };
  }

  @Operation('getAuditEntry', AuditEntryShown)
  async getAuditEntry(@Param('id') id: string): Promise<AuditEntryShown> {
    return toAuditEntry(await this.entries.get(id));
  }
}

import { Controller, Param } from '@nestjs/common';
import { Operation } from '../../api/operation.decorator.js';
import { QueryObject } from '../../api/query/query-object.decorator.js';
import { AuditEntriesService } from './audit-entries.service.js';
import { AuditEntryShown, ListAuditEntriesAnswer, ListAuditEntriesQuery } from './audit.dto.js';
import { toAuditEntry } from './to-audit-entry.js';

/** The audit trail, to be read and nothing else. */
@Controller()
export class AuditController {
  constructor(private readonly entries: AuditEntriesService) {}

  @Operation('listAuditEntries', ListAuditEntriesAnswer)
  async listAuditEntries(
    @QueryObject() query: ListAuditEntriesQuery,
  ): Promise<ListAuditEntriesAnswer> {
    const { items, total } = await this.entries.list(query);
    return { results: items.map(toAuditEntry), total };
  }

  @Operation('getAuditEntry', AuditEntryShown)
  async getAuditEntry(@Param('id') id: string): Promise<AuditEntryShown> {
    return toAuditEntry(await this.entries.get(id));
  }
}

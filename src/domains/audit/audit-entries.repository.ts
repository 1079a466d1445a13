import { Injectable } from '@nestjs/common';
import { InjectModel } from '@nestjs/mongoose';
import { type Model, trusted } from 'mongoose';
import { type Page, type PageRequest, type SortDirection } from '../../kernel/page.js';
import {
  type AuditKind,
  type AuditOutcome,
  type AuditRecord,
} from '../../platform/audit/audit-entry.js';
import { AUDIT_RECORD_MODEL } from '../../platform/audit/audit-record.schema.js';

/** What entries are looked for by; every given one must hold, exactly. */
export interface AuditFilter {
  readonly kind?: AuditKind | undefined;
  readonly outcome?: AuditOutcome | undefined;
  readonly accountId?: string | undefined;
  readonly usernameFolded?: string | undefined;
  readonly operation?: string | undefined;
  readonly objectKeys?: string | undefined;
  readonly requestId?: string | undefined;
  readonly address?: string | undefined;
  readonly from?: Date | undefined;
  readonly to?: Date | undefined;
}

/** The entries of the audit trail, as they are shown. */
@Injectable()
export class AuditEntriesRepository {
  constructor(@InjectModel(AUDIT_RECORD_MODEL) private readonly entries: Model<AuditRecord>) {}

  /** A part of the entries by time. */
  async list(
    filter: AuditFilter,
    order: SortDirection,
    { skip, limit }: PageRequest,
  ): Promise<Page<AuditRecord>> {
    const conditions = toConditions(filter);
    const hint = indexOf(filter);
    const [items, total] = await Promise.all([
      this.entries
        .find(conditions)
        .hint(hint)
        .sort({ at: order, _id: order })
        .skip(skip)
        .limit(limit)
        .lean<AuditRecord[]>()
        .exec(),
      this.entries.countDocuments(conditions).hint(hint).exec(),
    ]);
    return { items, total };
  }

  async find(id: string): Promise<AuditRecord | null> {
    return this.entries.findById(id).lean<AuditRecord>().exec();
  }
}

function toConditions({ from, to, ...exact }: AuditFilter): Record<string, unknown> {
  const given = Object.entries(exact).filter(([, value]) => value !== undefined);
  const conditions = Object.fromEntries(given.map(([key, $eq]) => [key, trusted({ $eq })]));
  if (!from && !to) return conditions;
  return { ...conditions, at: trusted({ ...(from && { $gte: from }), ...(to && { $lt: to }) }) };
}

/** Filters from the one that finds least to the one that finds most; each has an index. */
const BY_SELECTIVITY = [
  'requestId',
  'objectKeys',
  'accountId',
  'usernameFolded',
  'address',
  'operation',
  'kind',
  'outcome',
] as const satisfies readonly (keyof AuditFilter)[];

function indexOf(filter: AuditFilter): Record<string, 1 | -1> {
  const begin = BY_SELECTIVITY.find((key) => filter[key] !== undefined);
  return { ...(begin && { [begin]: 1 }), ...{ at: -1, _id: -1 } };
}

import { Injectable } from '@nestjs/common';
import { invalidInput, notFound } from '../../kernel/app-error.js';
import { foldText } from '../../kernel/folded-text.js';
import { LIST_LIMIT_DEFAULT, type Page, type SortDirection } from '../../kernel/page.js';
import {
  type AuditKind,
  type AuditOutcome,
  type AuditRecord,
} from '../../platform/audit/audit-entry.js';
import { objectKey } from '../../platform/audit/audit-record.js';
import { noteHeader } from '../../platform/logging/request-context.js';
import { AuditEntriesRepository, type AuditFilter } from './audit-entries.repository.js';

/** What a list of entries is asked for; every filter that is given must hold. */
export interface AuditSearch {
  readonly limit?: number | undefined;
  readonly skip?: number | undefined;
  readonly order?: SortDirection | undefined;
  /** ISO 8601, as a caller wrote it. */
  readonly from?: string | undefined;
  readonly to?: string | undefined;
  readonly kind?: AuditKind | undefined;
  readonly outcome?: AuditOutcome | undefined;
  readonly account?: string | undefined;
  readonly username?: string | undefined;
  readonly operation?: string | undefined;
  readonly objectType?: string | undefined;
  readonly objectId?: string | undefined;
  readonly requestId?: string | undefined;
  readonly address?: string | undefined;
}

/** Entries carry documents: so many of them make an answer that still fits into memory many times. */
const LIMIT_MAX = 200;

/** The entries of the audit trail, as they are read. */
@Injectable()
export class AuditEntriesService {
  constructor(private readonly entries: AuditEntriesRepository) {}

  /** @throws AppError `invalid-input` for an `objectId` without its type. */
  async list(search: AuditSearch): Promise<Page<AuditRecord>> {
    const { limit = LIST_LIMIT_DEFAULT, skip = 0, order = -1 } = search;
    const size = Math.min(limit, LIMIT_MAX);
    if (size < limit) noteHeader('X-Limit-Applied', String(size));
    return this.entries.list(toFilter(search), order, { skip, limit: size });
  }

  /** @throws AppError `not-found` */
  async get(id: string): Promise<AuditRecord> {
    const found = await this.entries.find(id);
    if (!found) throw notFound('Audit entry', id);
    return found;
  }
}

function toFilter(search: AuditSearch): AuditFilter {
  const { kind, outcome, account, username, operation, requestId, address } = search;
  return {
    kind,
    outcome,
    accountId: account,
    usernameFolded: username === undefined ? undefined : foldText(username),
    operation,
    objectKeys: objectFilter(search),
    requestId,
    address,
    from: instant(search.from),
    to: instant(search.to),
  };
}

function objectFilter({ objectType, objectId }: AuditSearch): string | undefined {
  if (objectType !== undefined) return objectKey(objectType, objectId);
  if (objectId === undefined) return undefined;
  throw invalidInput([{ pointer: '#/objectId', detail: 'needs objectType beside it' }]);
}

function instant(text: string | undefined): Date | undefined {
  return text === undefined ? undefined : new Date(text);
}

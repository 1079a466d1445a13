import { Injectable } from '@nestjs/common';
import { InjectModel } from '@nestjs/mongoose';
import { type Model, trusted } from 'mongoose';
import { invalidInput } from '../../kernel/app-error.js';
import { foldText } from '../../kernel/folded-text.js';
import { type Page } from '../../kernel/page.js';
import { type AuditRecord } from '../../platform/audit/audit-entry.js';
import { objectKey } from '../../platform/audit/audit-record.js';
import { AUDIT_RECORD_MODEL } from '../../platform/audit/audit-record.schema.js';
import { findPage, sortBy } from '../../platform/database/lists/find-page.js';
import { namesValuesOf } from '../../platform/database/lists/stored-filter.js';
import { allOf, type TextFilter } from '../../platform/database/text-match.js';
import { type AuditPart } from './audit-list.js';

/** The entries of the audit trail, as they are shown. */
@Injectable()
export class AuditEntriesRepository {
  constructor(@InjectModel(AUDIT_RECORD_MODEL) private readonly entries: Model<AuditRecord>) {}

  /**
   * A part of the entries by time.
   * @throws AppError `invalid-input` for an `objectId` without its type.
   */
  async list(part: AuditPart): Promise<Page<AuditRecord>> {
    const filter = filterOf(part);
    const begin = BY_SELECTIVITY.find((path) => namesValuesOf(filter, path));
    const hint = { ...(begin && { [begin]: 1 as const }), at: -1, _id: -1 } as const;
    // What has a value, or is of a time, is less than what a part of a name finds.
    const isNarrow = begin ?? part.from ?? part.to;
    const list = isNarrow === undefined ? part : { ...part, index: undefined };
    return findPage(this.entries, filter, list, { sort: sortBy(['at', '_id'], part.order), hint });
  }

  async find(id: string): Promise<AuditRecord | null> {
    return this.entries.findById(id).lean<AuditRecord>().exec();
  }
}

/** Paths from the one whose values find least to the one whose values find most; each has an index. */
const BY_SELECTIVITY = [
  'requestId',
  'objectKeys',
  'accountId',
  'usernameFolded',
  'address',
  'operation',
  'kind',
  'outcome',
] as const satisfies readonly (keyof AuditRecord)[];

function filterOf(part: AuditPart): TextFilter {
  const { filter, username } = part;
  const named = username === undefined ? {} : anyOf('usernameFolded', foldText(username));
  return allOf([objectFilter(part), named, rangeOf(part), filter]);
}

function objectFilter({ objectType, objectId }: AuditPart): TextFilter {
  if (objectType !== undefined) return anyOf('objectKeys', objectKey(objectType, objectId));
  if (objectId === undefined) return {};
  throw invalidInput([{ pointer: '#/objectId', detail: 'needs objectType beside it' }]);
}

const anyOf = (path: string, value: string): TextFilter => ({ [path]: trusted({ $in: [value] }) });

function rangeOf({ from, to }: AuditPart): TextFilter {
  if (from === undefined && to === undefined) return {};
  const since = from !== undefined && { $gte: new Date(from) };
  return { at: trusted({ ...since, ...(to !== undefined && { $lt: new Date(to) }) }) };
}

import { type IndexDefinition, type Model, Schema, trusted } from 'mongoose';
import { EVERYONE, JOINT, type GuardedRecord, passingRole } from '../../kernel/gbac.js';
import { type Application, type Principal } from '../../kernel/principal.js';
import { allOf, type TextFilter } from './text-match.js';

/** The Mongoose definition of what `guarded` derives; spread it into the schema of a collection. */
export const GUARDED_FIELDS = {
  gbac: { read: { type: [String], required: true }, write: { type: [String], required: true } },
  readers: { type: [String], required: true },
} as const satisfies Record<keyof GuardedRecord, unknown>;

/** The same of objects that several guard together (`guardedByAll`). */
export const JOINTLY_GUARDED_FIELDS = {
  ...GUARDED_FIELDS,
  gbac: { ...GUARDED_FIELDS.gbac, and: { type: Schema.Types.Mixed } },
} as const satisfies Record<keyof GuardedRecord, unknown>;

/**
 * The index of a list in this order of a guarded collection: its pages merge the ranges of the
 * caller's groups in order, and its totals count keys alone (ADR 0078).
 * @param order the fields of the list's order, without `_id`.
 */
export function guardedIndex(order: Readonly<Record<string, 1 | -1>>): IndexDefinition {
  return { readers: 1, ...order, _id: Object.values(order).at(-1) ?? 1 };
}

/** Matches exactly the objects that the caller may see: `mayRead` as a condition of a query. */
export function readableBy(principal: Principal, application: Application): TextFilter {
  if (passingRole(principal, application)) return {};
  return { readers: trusted({ $in: [EVERYONE, ...groupIds(principal)] }) };
}

/** Names of objects, in their order, that name a group; of a collection with `guardedIndex` of the folded names. */
export async function namesGuardedBy<T extends { readonly name: string }>(
  model: Model<T>,
  groupId: string,
  limit: number,
): Promise<readonly string[]> {
  const found = await model
    .find({ readers: groupId }, { name: 1 })
    .sort({ nameFolded: 1, _id: 1 })
    .limit(limit)
    .hint('readable')
    .lean<Pick<T, 'name'>[]>();
  return found.map(({ name }) => name);
}

/** `mayRead` as conditions, for a collection whose objects several may guard together. */
export interface JointFilter {
  /** Matches exactly what the caller may see. */
  readonly all: TextFilter;
  /** The same in parts that have nothing in common; keys alone answer the first, so that is counted for itself. */
  readonly parts: readonly TextFilter[];
}

/** Matches exactly the objects that the caller may see, also those that several guard together. */
export function jointlyReadableBy(principal: Principal, application: Application): JointFilter {
  if (passingRole(principal, application)) return { all: {}, parts: [{}] };
  const own = groupIds(principal);
  const single = [EVERYONE, ...own];
  const joint = own.map((id) => `${JOINT}${id}`);
  const outside = { read: trusted({ $nin: own }), write: trusted({ $nin: own }) };
  const inAll = { 'gbac.and': trusted({ $not: trusted({ $elemMatch: trusted(outside) }) }) };
  return {
    all: { readers: trusted({ $in: [...single, ...joint] }), ...inAll },
    parts: [
      { readers: trusted({ $in: single }) },
      ...(joint.length > 0 ? [{ readers: trusted({ $in: joint }), ...inAll }] : []),
    ],
  };
}

/** Matches exactly the objects that the caller may change: `mayWrite` as a condition of a query. */
export function changeableBy(principal: Principal, application: Application): TextFilter {
  const readable = readableBy(principal, application);
  if (Object.keys(readable).length === 0) return {};
  const byGroup = { 'gbac.write': trusted({ $in: groupIds(principal) }) };
  return allOf([readable, { $or: [{ readers: EVERYONE }, byGroup] }]);
}

function groupIds({ groups }: Principal): readonly string[] {
  return groups.map(({ id }) => id);
}

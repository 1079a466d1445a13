import { type RecordMeta } from '../stored/record-meta.js';
import { type GroupReference, type RoleReference, type UserRecordMeta } from './records.dto.js';

/** What was done, in the form that clients of the interface read. */
export interface Done<Data> {
  readonly status: 'OK';
  readonly message: string;
  readonly data: Data;
}

/** `done('created', 'group', toGroup(…))` says: Successfully created group <id>. */
export function done<Data extends { readonly _id: string }>(
  what: 'created' | 'updated',
  kind: string,
  data: Data,
): Done<Data> {
  return { status: 'OK', message: `Successfully ${what} ${kind} ${data._id}.`, data };
}

/** Ids of roles in objects, as existing clients read them. */
export function toRoleReferences(ids: readonly string[]): readonly RoleReference[] {
  return ids.map((roleId) => ({ roleId }));
}

/** Memberships as existing clients read them. */
export function toGroupReferences(
  ids: readonly string[],
  givenAtSignIn: readonly string[] = [],
): readonly GroupReference[] {
  return ids.map((groupId) => ({ groupId, aaaManaged: givenAtSignIn.includes(groupId) }));
}

export function toMeta({ created, updated }: RecordMeta): UserRecordMeta {
  return { created: created.toISOString(), updated: updated.toISOString() };
}

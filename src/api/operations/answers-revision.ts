import { type OperationSpec } from './operation-spec.js';

/** Reads of a stored object that has revisions. */
export function answersRevision({ revisioned, method }: OperationSpec): boolean {
  return revisioned === true && method === 'GET';
}

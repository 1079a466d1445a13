import { type AppError, invalidInput } from '../../kernel/app-error.js';

/** Stands for an entity tag that no stored object has: the change then finds nothing, which is 412. */
export const NO_REVISION = -1;

/** One entity tag of RFC 9110, 8.8.3, as sticky matches take the header apart. */
const ENTITY_TAG = /[ \t]*(W\/)?"([\x21\x23-\x7e\x80-\xff]*)"[ \t]*(?:,|$)/y;
const REVISION = /^(?:0|[1-9]\d{0,14})$/;

/**
 * The revision that a change expects, from `If-Match`. undefined: any, because the header is absent
 * or `*`. Tags compare strongly (RFC 9110, 13.1.1): weak and foreign ones match nothing
 * (`NO_REVISION`). A list with several revisions of ours is refused: an object has one revision, and
 * a caller who does not know which one it read has nothing to compare.
 * @throws AppError `invalid-input` for what is no list of entity tags.
 */
export function expectedRevision(ifMatch: string | undefined): number | undefined {
  if (ifMatch === undefined || ifMatch.trim() === '*') return undefined;
  const revisions = new Set(strongTags(ifMatch).filter((tag) => REVISION.test(tag)));
  if (revisions.size > 1) throw malformed('names more than one revision');
  const [revision] = revisions;
  return revision === undefined ? NO_REVISION : Number(revision);
}

function strongTags(header: string): readonly string[] {
  const tags: string[] = [];
  ENTITY_TAG.lastIndex = 0;
  let end = 0;
  while (end < header.length) {
    const [tag, weak, opaque] = ENTITY_TAG.exec(header) ?? [];
    if (tag === undefined || opaque === undefined) throw malformed('is no list of entity tags');
    if (weak === undefined) tags.push(opaque);
    end += tag.length;
  }
  if (end === 0) throw malformed('is empty');
  return tags;
}

function malformed(detail: string): AppError {
  return invalidInput([{ pointer: '#/headers/if-match', detail }]);
}

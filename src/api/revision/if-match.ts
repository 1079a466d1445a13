import { type AppError, invalidInput } from '../../kernel/app-error.js';

/** Stands for an entity tag that no stored object has: the change then finds nothing, which is 412. */
export const NO_REVISION = -1;

/** One element of a list of entity tags (RFC 9110, 8.8.3); elements may be empty (5.6.1). */
const ELEMENT = /[ \t]*(?:(W\/)?("[\x21\x23-\x7e\x80-\xff]*")[ \t]*)?(?:,|$)/y;
/** A revision, with the digest of an answer or without. */
const REVISION = /^"(0|[1-9]\d{0,14})(?:\.[\w-]{16})?"$/;

/**
 * The revision that a change expects, from `If-Match`. undefined: any, because the header is absent
 * or `*`. Tags compare strongly (RFC 9110, 13.1.1): weak and foreign ones match nothing
 * (`NO_REVISION`). A list with several revisions of ours is refused: an object has one revision, and
 * a caller who does not know which one it read has nothing to compare.
 * @throws AppError `invalid-input` for what is no list of entity tags.
 */
export function expectedRevision(ifMatch: string | undefined): number | undefined {
  if (ifMatch === undefined || ifMatch.trim() === '*') return undefined;
  const revisions = new Set(entityTags(ifMatch).map((tag) => REVISION.exec(tag)?.[1]));
  revisions.delete(undefined);
  if (revisions.size > 1) throw malformed('names more than one revision');
  const [revision] = revisions;
  return revision === undefined ? NO_REVISION : Number(revision);
}

/** The tags as written, weak ones with their mark. */
function entityTags(header: string): readonly string[] {
  const tags: string[] = [];
  ELEMENT.lastIndex = 0;
  while (ELEMENT.lastIndex < header.length) {
    const element = ELEMENT.exec(header);
    if (!element) throw malformed('is no list of entity tags');
    const [, weak = '', tag] = element;
    if (tag !== undefined) tags.push(weak + tag);
  }
  if (tags.length === 0) throw malformed('names no entity tag');
  return tags;
}

function malformed(detail: string): AppError {
  return invalidInput([{ pointer: '#/headers/if-match', detail }]);
}

import { isJsonObject, type JsonObject, type JsonValue } from '../../../kernel/json.js';
import { objectOf, ownValue } from '../../../kernel/json-reading.js';
import { jsonPointer } from '../../../kernel/json-pointer.js';
import { isStamp, saysTheSame } from './document-stamps.js';
import { sameJson } from './same-json.js';

/** One document in the three forms that a merge looks at. */
export interface DocumentVersions {
  /** What both others come from; undefined when nobody knows it any more. */
  readonly base: JsonObject | undefined;
  /** What stands here now. */
  readonly mine: JsonObject;
  /** What a new version brings. */
  readonly theirs: JsonObject;
}

/** What comes of a merge. */
export interface DocumentMerge {
  readonly merged: JsonObject;
  /** Pointers to what both sides changed in different ways, in their order; empty for a clean merge. */
  readonly conflicts: readonly string[];
}

type Path = readonly string[];
type Value = JsonValue | undefined;
type Side = 'mine' | 'theirs';
interface Three {
  readonly base: Value;
  readonly mine: Value;
  readonly theirs: Value;
}

/**
 * Brings what two sides made of a document together. Objects are merged member by member; a list is
 * one thing, since its places say nothing about which item is which. What only one side changed is
 * taken from it; where both did, the preferred side has its way and the place is named. Where the
 * common origin is not known, every difference is a conflict, and nothing is lost (ADR 0182).
 */
export function mergeDocuments(
  { base, mine, theirs }: DocumentVersions,
  preferred: Side = 'mine',
): DocumentMerge {
  if (base && sameJson(base, theirs)) return { merged: mine, conflicts: [] };
  if (base && saysTheSame(base, mine)) return { merged: theirs, conflicts: [] };
  const merging = new Merging(preferred);
  const merged = merging.members([], objectOf(base), { mine, theirs });
  return { merged, conflicts: merging.conflicts.toSorted() };
}

class Merging {
  readonly conflicts: string[] = [];

  constructor(private readonly preferred: Side) {}

  /** Members keep the order in which they stand here; new ones follow. */
  members(
    path: Path,
    base: JsonObject,
    { mine, theirs }: Readonly<Record<Side, JsonObject>>,
  ): JsonObject {
    const keys = new Set([...Object.keys(mine), ...Object.keys(theirs)]);
    return Object.fromEntries(
      [...keys].flatMap((key) => {
        const three = {
          base: ownValue(base, key),
          mine: ownValue(mine, key),
          theirs: ownValue(theirs, key),
        };
        const value = this.value([...path, key], three);
        return value === undefined ? [] : [[key, value]];
      }),
    );
  }

  private value(path: Path, { base, mine, theirs }: Three): Value {
    if (sameJson(base, mine)) return theirs;
    if (sameJson(base, theirs) || sameJson(mine, theirs)) return mine;
    if (isJsonObject(mine) && isJsonObject(theirs)) {
      return this.members(path, objectOf(base), { mine, theirs });
    }
    if (!isDocumentStamp(path)) this.conflicts.push(jsonPointer(path));
    return this.preferred === 'mine' ? mine : theirs;
  }
}

/** A stamp of the document, or something within one. */
function isDocumentStamp([member]: Path): boolean {
  return member !== undefined && isStamp(member);
}

import { type JsonObject } from '../../../kernel/json.js';
import { KIND_RULES } from '../kinds/kind-rules.js';
import { factsFor } from '../records/to-record.js';
import { type ContentKindName } from '../kinds/content-kinds.js';
import { type BrokenReference } from './broken-reference.js';

const DRAFT = 'Is a draft: it has faults and cannot run';
const SHOWN_MAX = 20;

/** What will not work in a document that is taken all the same, one sentence each. */
export function ownWarnings(kind: ContentKindName, document: JsonObject): readonly string[] {
  const draft = factsFor(kind, document).draft ? [DRAFT] : [];
  return [...draft, ...(KIND_RULES[kind].warnings?.(document) ?? [])];
}

/** What is told of a document: of itself, and of what it refers to. */
export function allWarnings(
  own: readonly string[],
  broken: readonly BrokenReference[],
): readonly string[] {
  const all = [...new Set([...own, ...broken.map(({ what }) => `Refers to ${what}`)])];
  if (all.length <= SHOWN_MAX) return all;
  return [...all.slice(0, SHOWN_MAX), `and ${all.length - SHOWN_MAX} more like these`];
}

import { type ContentDocument } from './content-kinds.js';
import { type SourcedDocument } from './content-sources.js';

/** What would be done with a document. */
export interface Step {
  readonly action: 'create' | 'update';
  readonly key: string;
  readonly document: ContentDocument;
}

/** What makes the target as the source is. */
export interface ContentPlan {
  readonly steps: readonly Step[];
  /** Only in the target: nothing is done with them. */
  readonly others: readonly string[];
}

/** Who changed a document and when, and its id: they differ from platform to platform. */
const STAMPS = new Set([
  ...['_id', 'id', '_rev', '__v', 'created', 'created_by', 'createdBy', 'lastUpdated'],
  ...['last_updated', 'lastUpdatedBy', 'last_updated_by', 'createdVersion', 'lastUpdatedVersion'],
]);

/** Compares two sets of documents by their kinds and names. */
export function contentPlan(
  source: readonly SourcedDocument[],
  target: readonly SourcedDocument[],
): ContentPlan {
  const there = new Map(target.map(({ key, document }) => [key, document]));
  const here = new Set(source.map(({ key }) => key));
  const steps = source.flatMap(({ key, document }): readonly Step[] => {
    const known = there.get(key);
    if (known === undefined) return [{ action: 'create', key, document }];
    return isSame(known, document) ? [] : [{ action: 'update', key, document }];
  });
  return { steps, others: target.map(({ key }) => key).filter((key) => !here.has(key)) };
}

function isSame(one: ContentDocument, other: ContentDocument): boolean {
  return canonical(one) === canonical(other);
}

function canonical(document: ContentDocument): string {
  const rest = Object.fromEntries(Object.entries(document).filter(([name]) => !STAMPS.has(name)));
  return JSON.stringify(sorted(rest));
}

function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted);
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value).map(([name, one]) => [name, sorted(one)] as const);
  return Object.fromEntries(entries.toSorted(([a], [b]) => (a < b ? -1 : 1)));
}

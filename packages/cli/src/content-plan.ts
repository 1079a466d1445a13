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

/** Members whose elements have stamps and ids of their own. */
const PARTS = new Set(['components', 'triggers']);

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
  const text = JSON.stringify(sorted(bare(document)));
  const { _id: id, components } = document;
  // Documents of a project are named by its id, which differs from platform to platform.
  return components === undefined ? text : text.replaceAll(`@${String(id)}: `, '@project: ');
}

/** Without stamps, those of components and triggers included. */
function bare(document: ContentDocument): ContentDocument {
  const own = Object.entries(document).filter(([name]) => !STAMPS.has(name));
  return Object.fromEntries(
    own.map(([name, value]) => [name, PARTS.has(name) ? listOf(value).map(barePart) : value]),
  );
}

function barePart({ reference: _to, actionId: _of, document, ...part }: ContentDocument): object {
  return { ...bare(part), ...(isObject(document) && { document: bare(document) }) };
}

function listOf(value: unknown): readonly ContentDocument[] {
  return Array.isArray(value) ? value.filter(isObject) : [];
}

function isObject(value: unknown): value is ContentDocument {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted);
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value).map(([name, one]) => [name, sorted(one)] as const);
  return Object.fromEntries(entries.toSorted(([a], [b]) => (a < b ? -1 : 1)));
}

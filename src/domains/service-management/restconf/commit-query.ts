import { type JsonObject } from '../../../kernel/json.js';
import { type CommitOptions, type CommitQueue, type DryRun, formatOf } from './commit-options.js';

/** How commit options travel: as flags of the query string, or as one tree (docs/orchestrator.md). */
export type Northbound = 'flat' | 'params';

/** The query string of a commit, `?` included; empty when there is nothing to say. */
export function commitQuery(options: CommitOptions, northbound: Northbound): string {
  const query = northbound === 'flat' ? flatQuery(options) : paramsQuery(options);
  return query === '' ? '' : `?${query}`;
}

/** `no-networking&dry-run=native&dry-run-reverse` */
export function flatQuery({ flags, dryRun, queue }: CommitOptions): string {
  return [...flags, ...flatDryRun(dryRun), ...flatQueue(queue)].join('&');
}

function flatDryRun(dryRun: DryRun | null): readonly string[] {
  if (!dryRun) return [];
  return [`dry-run=${formatOf(dryRun)}`, ...(dryRun.reverse ? ['dry-run-reverse'] : [])];
}

function flatQueue(queue: CommitQueue | null): readonly string[] {
  if (!queue) return [];
  const { mode, tag, blockOthers, lock, atomic, errorOption } = queue;
  return [
    ...(mode === undefined ? [] : [`commit-queue=${mode}`]),
    ...(tag === undefined ? [] : [`commit-queue-tag=${encodeQueryValue(tag)}`]),
    ...(blockOthers ? ['commit-queue-block-others'] : []),
    ...(lock ? ['commit-queue-lock'] : []),
    ...(atomic === undefined ? [] : [`commit-queue-atomic=${String(atomic)}`]),
    ...(errorOption === undefined ? [] : [`commit-queue-error-option=${errorOption}`]),
  ];
}

/** The tree as base64 JSON; `=` and `+` are escaped, for they mean something in a query string. */
function paramsQuery(options: CommitOptions): string {
  const tree = paramsTree(options);
  if (Object.keys(tree).length === 0) return '';
  const encoded = Buffer.from(JSON.stringify(tree), 'utf8').toString('base64');
  return `params=${encodeURIComponent(encoded)}`;
}

/** The same options as a tree in JSON (RFC 7951): an empty leaf is `[null]`. */
export function paramsTree({ flags, dryRun, queue }: CommitOptions): JsonObject {
  return {
    ...Object.fromEntries(flags.map((flag) => [flag, [null]])),
    ...(dryRun && { 'dry-run': dryRunTree(dryRun) }),
    ...(queue && { 'commit-queue': queueTree(queue) }),
  };
}

function dryRunTree(dryRun: DryRun): JsonObject {
  return { outformat: formatOf(dryRun), ...(dryRun.reverse && { reverse: [null] }) };
}

function queueTree({ mode, tag, blockOthers, lock, atomic, errorOption }: CommitQueue): JsonObject {
  return {
    ...(mode !== undefined && { [mode]: [null] }),
    ...(tag !== undefined && { tag }),
    ...(blockOthers && { 'block-others': [null] }),
    ...(lock && { lock: [null] }),
    ...(atomic !== undefined && { atomic }),
    ...(errorOption !== undefined && { 'error-option': errorOption }),
  };
}

/** RFC 3986 admits some characters that servers read in ways of their own. */
function encodeQueryValue(value: string): string {
  return encodeURIComponent(value).replace(
    /[!'()*]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  );
}

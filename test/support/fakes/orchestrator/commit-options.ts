import { isJsonObject, type JsonObject, type JsonValue } from '#kernel/json.js';
import { invalidValue } from './restconf-error.js';

/** A query as it came, names and values decoded; undefined for a name without `=`. */
export type Query = readonly (readonly [name: string, value: string | undefined])[];

/** How a transaction is committed. */
export interface CommitOptions {
  readonly dryRun?: { readonly format: string; readonly isReverse: boolean };
  readonly flags: ReadonlySet<string>;
  readonly queue?: {
    readonly operation: string;
    readonly tag?: string;
    readonly errorOption?: string;
    readonly isAtomic: boolean;
  };
}

const FLAGS = [
  ...['no-deploy', 'no-networking', 'no-overwrite', 'no-out-of-sync-check'],
  ...['no-revision-drop', 'use-lsa', 'no-lsa'],
];
const FORMATS = ['xml', 'cli', 'native', 'cli-c'];
const QUEUE_OPERATIONS = ['async', 'bypass', 'sync'];
const QUEUE_FLAGS = ['block-others', 'lock'];
const ERROR_OPTIONS = ['continue-on-error', 'rollback-on-error', 'stop-on-error'];
const COMMIT_NAMES: ReadonlySet<string> = new Set([
  ...FLAGS,
  ...['dry-run', 'dry-run-reverse', 'commit-queue', 'commit-queue-tag', 'commit-queue-atomic'],
  ...['commit-queue-error-option', ...QUEUE_FLAGS.map((name) => `commit-queue-${name}`)],
]);

/** Query parameters of RFC 8040 and the method they belong to; anything else is refused. */
const READING: ReadonlySet<string> = new Set(['depth', 'fields', 'content', 'with-defaults']);
const PLACING: ReadonlySet<string> = new Set(['insert', 'point']);

export function assertKnownQuery(query: Query, isReading: boolean): void {
  const names = query.map(([name]) => name);
  const known = (name: string): boolean =>
    isReading
      ? READING.has(name) || name === 'unhide'
      : PLACING.has(name) || COMMIT_NAMES.has(name) || name === 'params' || name === 'unhide';
  const stranger = names.find((name) => !known(name));
  if (stranger !== undefined) throw invalidValue(`invalid query parameter: ${stranger}`);
  const twice = names.find((name, at) => names.indexOf(name) !== at);
  if (twice !== undefined) throw invalidValue(`query parameter given more than once: ${twice}`);
}

/**
 * The options of a change: bare flags of the query, or the same as a base64 JSON tree in `params` or its
 * header.
 * @throws RestconfError for what such an orchestrator refuses.
 */
export function commitOptions(query: Query, header: string | undefined): CommitOptions {
  const given = query.find(([name]) => name === 'params')?.[1] ?? header;
  const flat = query.filter(([name]) => COMMIT_NAMES.has(name));
  if (given !== undefined && flat.length > 0) {
    throw invalidValue('commit options both as params and as query parameters');
  }
  const options = new Map(given === undefined ? flat : flattened(given));
  assertLegal(options);
  return toOptions(options);
}

function toOptions(options: ReadonlyMap<string, string | undefined>): CommitOptions {
  const format = options.get('dry-run');
  const operation = options.get('commit-queue');
  const tag = options.get('commit-queue-tag');
  const errorOption = options.get('commit-queue-error-option');
  return {
    flags: new Set(FLAGS.filter((flag) => options.has(flag))),
    ...(format !== undefined && {
      dryRun: { format, isReverse: options.has('dry-run-reverse') },
    }),
    ...(operation !== undefined && {
      queue: {
        operation,
        ...(tag !== undefined && { tag }),
        ...(errorOption !== undefined && { errorOption }),
        isAtomic: options.get('commit-queue-atomic') !== 'false',
      },
    }),
  };
}

/** The tree of newer releases, in the names of the older query parameters. */
function flattened(encoded: string): [string, string | undefined][] {
  const tree = parsed(encoded);
  return Object.entries(tree).flatMap(([name, value]): [string, string | undefined][] => {
    if (FLAGS.includes(name)) return isSet(value) ? [[name, undefined]] : [];
    if (name === 'dry-run' || name === 'dryrun') return flattenedDryRun(value);
    if (name === 'commit-queue') return flattenedQueue(value);
    throw invalidValue(`unknown element: ${name} in params`);
  });
}

function flattenedDryRun(value: JsonValue): [string, string | undefined][] {
  const { outformat, reverse, ...rest } = isJsonObject(value) ? value : {};
  if (Object.keys(rest).length > 0) throw invalidValue('unknown element in params/dry-run');
  const format = typeof outformat === 'string' ? outformat : 'cli';
  const reversed: [string, undefined][] = isSet(reverse) ? [['dry-run-reverse', undefined]] : [];
  return [['dry-run', format], ...reversed];
}

function flattenedQueue(value: JsonValue): [string, string | undefined][] {
  if (!isJsonObject(value)) throw invalidValue('expected an object at params/commit-queue');
  const operations = QUEUE_OPERATIONS.filter((name) => isSet(value[name]));
  if (operations.length > 1) throw invalidValue(`${operations.join(' and ')} together`);
  const others = Object.entries(value).filter(([name]) => !QUEUE_OPERATIONS.includes(name));
  return [
    ...operations.map((name): [string, string] => ['commit-queue', name]),
    ...others.flatMap(([name, given]) => flattenedQueueOption(name, given)),
  ];
}

function flattenedQueueOption(name: string, given: JsonValue): [string, string | undefined][] {
  const full = `commit-queue-${name}`;
  if (!COMMIT_NAMES.has(full)) throw invalidValue(`unknown element: ${name}`);
  if (QUEUE_FLAGS.includes(name)) return isSet(given) ? [[full, undefined]] : [];
  return [[full, typeof given === 'string' ? given : JSON.stringify(given)]];
}

function assertLegal(options: ReadonlyMap<string, string | undefined>): void {
  const has = (name: string): boolean => options.has(name);
  const faults: [boolean, string][] = [
    [has('dry-run-reverse') && !has('dry-run'), 'dry-run-reverse without dry-run'],
    [
      has('dry-run-reverse') && options.get('dry-run') !== 'native',
      'dry-run-reverse is for native alone',
    ],
    ...['no-overwrite', 'no-out-of-sync-check', 'commit-queue'].map((name): [boolean, string] => [
      has('dry-run') && has(name),
      `dry-run and ${name} cannot be given together`,
    ]),
    [has('use-lsa') && has('no-lsa'), 'use-lsa and no-lsa cannot be given together'],
    [
      has('no-overwrite') && has('no-out-of-sync-check'),
      'no-overwrite and no-out-of-sync-check cannot be given together',
    ],
    [
      !has('commit-queue') && [...options.keys()].some((name) => name.startsWith('commit-queue-')),
      'a commit-queue option without commit-queue',
    ],
    ...[...options].map(([name, value]): [boolean, string] => [
      !isLegalValue(name, value),
      `bad value of ${name}`,
    ]),
  ];
  const fault = faults.find(([isFault]) => isFault);
  if (fault) throw invalidValue(fault[1]);
}

/** Values that an option takes; flags take none. */
const VALUES: ReadonlyMap<string, readonly string[]> = new Map([
  ['dry-run', FORMATS],
  ['commit-queue', QUEUE_OPERATIONS],
  ['commit-queue-error-option', ERROR_OPTIONS],
  ['commit-queue-atomic', ['true', 'false']],
]);

function isLegalValue(name: string, value = ''): boolean {
  if (name === 'commit-queue-tag') return value !== '';
  return (VALUES.get(name) ?? ['']).includes(value);
}

/** A flag of type empty is `null` or `[null]`; newer releases read booleans and "" too. */
function isSet(value: JsonValue | undefined): boolean {
  if (Array.isArray(value)) return value.length === 1 && value[0] === null;
  if (isJsonObject(value)) return true;
  return value === null || value === true || value === '';
}

function parsed(encoded: string): JsonObject {
  try {
    if (!/^[A-Za-z0-9+/]+={0,2}$/.test(encoded)) throw new Error('no base64');
    const tree: unknown = JSON.parse(Buffer.from(encoded, 'base64').toString('utf8'));
    if (isJsonObject(tree)) return tree;
  } catch {
    // said below
  }
  throw invalidValue('params is no base64 of a JSON object');
}

import { describe, expect, it } from 'vitest';
import fc from 'fast-check';
import { type JsonObject, type JsonValue } from '../../../kernel/json.js';
import { COMMIT_FLAGS, ERROR_OPTIONS, QUEUE_MODES, type SaveOptions } from './commit-options.js';
import { commitQuery, flatQuery, paramsTree } from './commit-query.js';
import { readOptions } from './read-options.js';

const HASH = `native:${'0'.repeat(64)}`;

function legal(options: JsonObject): SaveOptions {
  const reading = readOptions(options);
  if (reading.kind === 'refused') throw new Error(JSON.stringify(reading.faults));
  return reading.value;
}

function pointers(options: JsonObject): readonly string[] {
  const reading = readOptions(options);
  return reading.kind === 'refused' ? reading.faults.map(({ pointer }) => pointer) : [];
}

const sent = (options: JsonObject): string => flatQuery(legal(options).commit);

describe('flags', () => {
  it.each([[null], [[null]], [true], ['']])('are set by %j', (value) => {
    expect(sent({ 'no-networking': value })).toBe('no-networking');
  });

  it.each([[false], [undefined]])('are unset by %j', (value) => {
    expect(sent({ 'no-networking': value } as unknown as JsonObject)).toBe('');
  });

  it.each([['true'], [1], [0], [{}], [[]], [[null, null]], [[true]]])(
    'are refused when they are %j',
    (value) => {
      expect(pointers({ lsa: 1, 'use-lsa': value })).toEqual(['#/options/use-lsa']);
    },
  );
});

describe('the option table', () => {
  it.each([
    ...COMMIT_FLAGS.map((flag) => [{ [flag]: null }, flag] as const),
    [{ dryrun: { outformat: 'xml' } }, 'dry-run=xml'],
    [{ dryrun: { outformat: 'cli' } }, 'dry-run=cli'],
    [{ dryrun: { outformat: 'cli-c' } }, 'dry-run=cli-c'],
    [{ dryrun: { outformat: 'native' } }, 'dry-run=native'],
    [{ dryrun: {} }, 'dry-run=cli'],
    [{ dryrun: { outformat: 'native', reverse: null } }, 'dry-run=native&dry-run-reverse'],
    [{ dryrun: { reverse: true } }, 'dry-run=native&dry-run-reverse'],
    [{ 'commit-queue': { async: null } }, 'commit-queue=async'],
    [{ 'commit-queue': { bypass: true } }, 'commit-queue=bypass'],
    [{ 'commit-queue': { sync: [null] } }, 'commit-queue=sync'],
    [{ 'commit-queue': { tag: 'a b&c=d' } }, 'commit-queue-tag=a%20b%26c%3Dd'],
    [{ 'commit-queue': { 'block-others': '' } }, 'commit-queue-block-others'],
    [{ 'commit-queue': { lock: null } }, 'commit-queue-lock'],
    [{ 'commit-queue': { atomic: true } }, 'commit-queue-atomic=true'],
    [{ 'commit-queue': { atomic: false } }, 'commit-queue-atomic=false'],
    ...ERROR_OPTIONS.map(
      (option) =>
        [
          { 'commit-queue': { 'error-option': option } },
          `commit-queue-error-option=${option}`,
        ] as const,
    ),
  ] as const)('sends %j as %s', (options, query) => {
    expect(sent(options as unknown as JsonObject)).toBe(query);
  });

  it('sends nothing of skip-validation, adapterId, atomic and planHash', () => {
    const options = { 'skip-validation': null, adapterId: 'nso', atomic: true, planHash: HASH };
    expect(legal(options)).toEqual({
      commit: { flags: [], dryRun: null, queue: null },
      skipsValidation: true,
      adapterId: 'nso',
      atomic: true,
      planHash: HASH,
      ignored: [],
    });
    expect(sent(options)).toBe('');
  });

  it('takes what is null, an empty adapter and an empty queue for nothing said', () => {
    const options = { adapterId: '', dryrun: null, 'commit-queue': {}, planHash: null };
    expect(legal(options)).toEqual(legal({}));
  });

  it('sends the same as one tree where the orchestrator wants that', () => {
    const { commit } = legal({
      'no-networking': true,
      'commit-queue': { async: null, tag: 'x', atomic: false, lock: true, 'block-others': true },
    });
    const tree = {
      'no-networking': [null],
      'commit-queue': {
        async: [null],
        tag: 'x',
        'block-others': [null],
        lock: [null],
        atomic: false,
      },
    };
    const query = commitQuery(commit, 'params');
    expect(query).toMatch(/^\?params=[A-Za-z0-9%]+$/);
    const encoded = decodeURIComponent(query.slice('?params='.length));
    expect(JSON.parse(Buffer.from(encoded, 'base64').toString('utf8'))).toEqual(tree);
    expect(paramsTree(legal({ dryrun: { reverse: true } }).commit)).toEqual({
      'dry-run': { outformat: 'native', reverse: [null] },
    });
    expect(commitQuery(legal({}).commit, 'params')).toBe('');
    expect(commitQuery(legal({}).commit, 'flat')).toBe('');
  });
});

describe('what is refused', () => {
  it.each([
    [{ dryrun: {}, 'no-overwrite': true }, '#/options/no-overwrite'],
    [{ dryrun: {}, 'no-out-of-sync-check': null }, '#/options/no-out-of-sync-check'],
    [{ dryrun: {}, 'commit-queue': { async: null } }, '#/options/commit-queue'],
    [{ 'use-lsa': true, 'no-lsa': true }, '#/options/no-lsa'],
    [{ 'no-overwrite': true, 'no-out-of-sync-check': true }, '#/options/no-out-of-sync-check'],
    [{ 'commit-queue': { async: true, bypass: true } }, '#/options/commit-queue/bypass'],
    [{ 'commit-queue': { async: true, sync: true } }, '#/options/commit-queue/sync'],
    [{ 'commit-queue': { bypass: true, sync: true } }, '#/options/commit-queue/sync'],
    [{ dryrun: { outformat: 'xml', reverse: true } }, '#/options/dryrun/reverse'],
    [{ dryrun: { outformat: 'json' } }, '#/options/dryrun/outformat'],
    [{ dryrun: { format: 'xml' } }, '#/options/dryrun/format'],
    [{ dryrun: true }, '#/options/dryrun'],
    [{ 'commit-queue': { 'error-option': 'ignore' } }, '#/options/commit-queue/error-option'],
    [{ 'commit-queue': { later: true } }, '#/options/commit-queue/later'],
    [{ 'commit-queue': { atomic: 'true' } }, '#/options/commit-queue/atomic'],
    [{ 'commit-queue': { tag: 'a\r\nb' } }, '#/options/commit-queue/tag'],
    [{ 'commit-queue': { tag: '\ud800' } }, '#/options/commit-queue/tag'],
    [{ 'commit-queue': [] }, '#/options/commit-queue'],
    [{ adapterId: 7 }, '#/options/adapterId'],
    [{ planHash: 'x' }, '#/options/planHash'],
    [{ planHash: HASH, dryrun: {} }, '#/options/planHash'],
    [{ planHash: HASH, 'no-overwrite': true }, '#/options/planHash'],
  ] as [JsonObject, string][])('names the place: %j', (options, pointer) => {
    expect(pointers(options)).toEqual([pointer]);
  });

  it('ignores unknown keys among the options, and names them', () => {
    expect(legal({ 'no-deply': true, trace: 1 }).ignored).toEqual(['no-deply', 'trace']);
  });
});

/** Every way to write a flag, and whether that sets it. */
const FLAG_WORDS: readonly (readonly [JsonValue | undefined, boolean])[] = [
  [undefined, false],
  [false, false],
  [null, true],
  [[null], true],
  [true, true],
  ['', true],
];
const flagWord = fc.constantFrom(...FLAG_WORDS);
const choices = fc.record({
  flags: fc.tuple(...COMMIT_FLAGS.map(() => flagWord)),
  dryRun: fc.option(
    fc.record({
      outformat: fc.constantFrom(undefined, 'xml', 'cli', 'native', 'cli-c'),
      reverse: flagWord,
    }),
    { nil: undefined },
  ),
  queue: fc.option(
    fc.record({
      modes: fc.tuple(...QUEUE_MODES.map(() => flagWord)),
      lock: flagWord,
      blockOthers: flagWord,
      atomic: fc.constantFrom(undefined, true, false),
      errorOption: fc.constantFrom(undefined, ...ERROR_OPTIONS),
    }),
    { nil: undefined },
  ),
});
type Choices = typeof choices extends fc.Arbitrary<infer T> ? T : never;

function written({ flags, dryRun, queue }: Choices): JsonObject {
  const options = {
    ...Object.fromEntries(COMMIT_FLAGS.map((name, at) => [name, flags[at]?.[0]])),
    dryrun: dryRun && { outformat: dryRun.outformat, reverse: dryRun.reverse[0] },
    'commit-queue': queue && {
      ...Object.fromEntries(QUEUE_MODES.map((name, at) => [name, queue.modes[at]?.[0]])),
      lock: queue.lock[0],
      'block-others': queue.blockOthers[0],
      atomic: queue.atomic,
      'error-option': queue.errorOption,
    },
  };
  return JSON.parse(JSON.stringify(options)) as JsonObject;
}

/** What should be sent, word by word, by the table alone; the order does not matter. */
function expectedWords({ flags, dryRun, queue }: Choices): readonly string[] {
  return [
    ...COMMIT_FLAGS.filter((_, at) => isSet(flags[at])),
    ...(dryRun ? dryRunWords(dryRun) : []),
    ...(queue ? queueWords(queue) : []),
  ].sort();
}

const isSet = (word: readonly [unknown, boolean] | undefined): boolean => word?.[1] === true;

function dryRunWords({ outformat, reverse }: NonNullable<Choices['dryRun']>): readonly string[] {
  if (isSet(reverse)) return ['dry-run=native', 'dry-run-reverse'];
  return [`dry-run=${outformat ?? 'cli'}`];
}

function queueWords(queue: NonNullable<Choices['queue']>): readonly string[] {
  const { modes, lock, blockOthers, atomic, errorOption } = queue;
  const words = QUEUE_MODES.filter((_, at) => isSet(modes[at])).map(
    (mode) => `commit-queue=${mode}`,
  );
  if (isSet(lock)) words.push('commit-queue-lock');
  if (isSet(blockOthers)) words.push('commit-queue-block-others');
  if (atomic !== undefined) words.push(`commit-queue-atomic=${String(atomic)}`);
  if (errorOption) words.push(`commit-queue-error-option=${errorOption}`);
  return words;
}

/** Pairs of words, or beginnings of words, that are illegal together. */
const ENEMIES = [
  ['dry-run', 'no-overwrite'],
  ['dry-run', 'no-out-of-sync-check'],
  ['dry-run', 'commit-queue'],
  ['use-lsa', 'no-lsa'],
  ['no-overwrite', 'no-out-of-sync-check'],
  ['commit-queue=async', 'commit-queue=bypass'],
  ['commit-queue=async', 'commit-queue=sync'],
  ['commit-queue=bypass', 'commit-queue=sync'],
] as const;

function isLegal(words: readonly string[], { dryRun }: Choices): boolean {
  const has = (start: string): boolean => words.some((word) => word.startsWith(start));
  if (ENEMIES.some((pair) => pair.every(has))) return false;
  const format = dryRun?.outformat ?? 'native';
  return !words.includes('dry-run-reverse') || format === 'native';
}

const isLegalChoice = (chosen: Choices): boolean => isLegal(expectedWords(chosen), chosen);

describe('any combination of options', () => {
  it('is sent word by word when it is legal', () => {
    fc.assert(
      fc.property(choices.filter(isLegalChoice), (chosen) => {
        const query = sent(written(chosen));
        expect(query === '' ? [] : query.split('&').sort()).toEqual(expectedWords(chosen));
      }),
      { numRuns: 1000 },
    );
  });

  it('is refused with its places when it is not', () => {
    const illegal = choices.filter((chosen) => !isLegalChoice(chosen));
    fc.assert(
      fc.property(illegal, (chosen) => {
        const places = pointers(written(chosen));
        expect(places.length).toBeGreaterThan(0);
        expect(places.filter((place) => !place.startsWith('#/options/'))).toEqual([]);
      }),
      { numRuns: 1000 },
    );
  });
});

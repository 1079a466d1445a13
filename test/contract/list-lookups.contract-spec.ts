import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { getConnectionToken } from '@nestjs/mongoose';
import { Test, type TestingModule } from '@nestjs/testing';
import { type Connection } from 'mongoose';
import { type ItemField } from '../../src/api/lists/item-fields.js';
import { declaredLists, type ListDeclaration } from '../../src/api/lists/list-declaration.js';
import { planOf } from '../../src/api/lists/page-of.js';
import { type OperationId } from '../../src/api/operations/operations.js';
import { AppModule } from '../../src/app.module.js';
import { foldText } from '../../src/kernel/folded-text.js';
import { loadConfig } from '../../src/platform/config/config.js';
import { ensureIndexes } from '../../src/platform/database/ensure-indexes.js';
import { type StoredField } from '../../src/platform/database/lists/stored-filter.js';
import { LIST_READS, type ListRead } from '../support/contract/list-reads.js';
import { rowMakers } from '../support/contract/rows-of-models.js';
import { TIME } from '../support/contract/sample-values.js';
import { testDatabase } from '../support/database.js';
import { processEnvironment } from '../../src/platform/config/env.js';
import { type ExplainedRead, explainReads } from '../support/explained.js';
import { aPrincipal } from '../support/factories/a-principal.js';
import { aListRequest } from '../support/part-of-list.js';
import { walkLength } from '../support/walk-length.js';
import { watched } from '../support/watch-commands.js';

/** `npm run test:long -- lists` takes 100,000. */
const ROWS = Number(processEnvironment()['LIST_ROWS'] ?? 1000);
const PORTION = 1000;
/** Copying so many rows takes longer than a test may elsewhere. */
const TIMEOUT_MS = ROWS * 120;
const GROUPS = 20;
/** Ranges that a read begins at, those of groups included, and one key beyond each. */
const SEEKS = 2 * (GROUPS + 2);
const PAGE = { skip: 50, limit: 10 };
const SOUGHT = 70;
const OTHER = 80;

/** Lists of the catalogue, whose indexes hold what is shown alone: `list-indexes.contract-spec.ts` tries them. */
const OF_CATALOGUE = ['listAvailableArtifacts', 'listPrebuilts'];
/**
 * Fields with few values, which no index begins with: the keys of the list decide, and all of them are
 * walked. So they are for parts of texts (`contains`), and where the contract names all values.
 */
const FEW_VALUES = ['provenance'];

const valueOf = (at: number) => `Value ${String(at).padStart(4, '0')}`;

const groupOf = (at: number) => `group-${String(at % GROUPS)}`;
/** A tenth of the rows is seen by members of twenty groups. */
const readersOf = (at: number) => [at % 10 === 0 ? groupOf(at / 10) : 'others'];

function put(row: Record<string, unknown>, path: string, value: unknown): void {
  const [key = '', ...below] = path.split('.');
  if (below.length === 0) row[key] = value;
  else put((row[key] ??= {}) as Record<string, unknown>, below.join('.'), value);
}

function store(row: Record<string, unknown>, field: Stored, at: number): void {
  const { path, folded, keyOf, date, kind, members } = field;
  if (keyOf || kind === 'flag' || kind === 'number') return;
  const value = members ? members[at % members.length] : valueOf(at);
  put(row, path, date ? new Date(TIME.getTime() + at * 1000) : value);
  if (folded !== undefined) put(row, folded, foldText(valueOf(at)));
}

type Stored = StoredField & ItemField;

function storedOf({ fields, stored }: ListDeclaration): readonly (Stored & { asked: string })[] {
  return Object.entries(stored).flatMap(([asked, field]) => {
    const item = fields.get(asked);
    return item ? [{ ...item, ...field, asked }] : [];
  });
}

/** How much the database may look at. */
interface Most {
  readonly keys: number;
  readonly docs: number;
}

/** What is asked of a list, and how much the database may look at for it. */
interface Lookup {
  readonly body: object;
  readonly most: (read: ExplainedRead) => Most;
}

/** Every key of the list. */
const WALKED = ROWS + SEEKS;

function lookup(body: object, keys: number, docs: number): Lookup {
  return { body, most: () => ({ keys, docs }) };
}

function lookupsOf(list: ListDeclaration): readonly Lookup[] {
  return storedOf(list).flatMap(({ asked, date, keyOf, kind, members }): readonly Lookup[] => {
    if (date || keyOf || kind === 'flag' || kind === 'number') return [];
    if (members) return [lookup({ equals: { [asked]: members[0] } }, WALKED, PAGE.limit + 1)];
    const values = `${valueOf(SOUGHT)},${valueOf(OTHER)}`;
    const keysFor = (matches: number) =>
      FEW_VALUES.includes(asked) ? WALKED : 2 * matches + SEEKS;
    return [
      lookup({ equals: { [asked]: valueOf(SOUGHT) } }, keysFor(1), 1),
      lookup({ in: { [asked]: values } }, keysFor(2), 2),
      lookup({ startsWith: { [asked]: 'VALUE 007' } }, keysFor(10), 10),
      lookup({ contains: { [asked]: 'UE 007' } }, WALKED, 10),
    ];
  });
}

/** Ranges, of which some hold most rows: the keys decide, and only documents that are shown are read. */
function rangesOf(list: ListDeclaration): readonly Lookup[] {
  const most = ({ kind }: ExplainedRead): Most =>
    kind === 'count' ? { keys: WALKED, docs: 0 } : { keys: WALKED, docs: PAGE.limit + 1 };
  return storedOf(list).flatMap(({ asked, date, keyOf, kind, members, folded }) => {
    if (keyOf || members || kind === 'flag' || kind === 'number') return [];
    const value = date ? new Date(TIME.getTime() + SOUGHT * 1000).toISOString() : valueOf(SOUGHT);
    const ranges = ['gt', 'gte', 'lt', 'lte'].map((verb) => ({ [verb]: { [asked]: value } }));
    const all = folded === undefined ? ranges : [...ranges, { exists: { [asked]: true } }];
    return all.map((body) => ({ body, most }));
  });
}

/** Beginnings that all rows have: the page comes in the order of the list, and nothing is sorted. */
function broadLookupsOf(list: ListDeclaration): readonly Lookup[] {
  return storedOf(list)
    .filter(({ folded, members }) => folded !== undefined && !members)
    .map(({ asked }) => lookup({ startsWith: { [asked]: 'VALUE' } }, WALKED, PAGE.limit + 1));
}

/** Pages in each order that the database has, either way; counts look at keys alone. */
function pagesOf({ order, orders }: ListDeclaration): readonly Lookup[] {
  const place = PAGE.skip + PAGE.limit + 1;
  const most = ({ kind }: ExplainedRead): Most =>
    kind === 'count' ? { keys: WALKED, docs: 0 } : { keys: place + SEEKS, docs: place };
  return [order[0], ...orders].flatMap((sort) =>
    [1, -1].map((order) => ({ body: { ...PAGE, sort, order }, most })),
  );
}

describe('the look-ups of every list', () => {
  const database = testDatabase('list-lookups');
  let module: TestingModule;
  let connection: Connection;

  beforeAll(async () => {
    const SECRETS_KEYS = Buffer.alloc(32, 7).toString('base64');
    const config = loadConfig({ LOG_LEVEL: 'silent', SECRETS_KEYS });
    // Not initialised: no background work asks for anything meanwhile.
    module = await Test.createTestingModule({
      imports: [AppModule.with({ config, databaseUri: watched(database.uri) })],
    }).compile();
    connection = module.get<Connection>(getConnectionToken(), { strict: false });
    if (connection.db) await ensureIndexes(connection, connection.db, new AbortController().signal);
  });
  afterAll(async () => {
    await module.close();
    await database.drop();
  });

  const fill = async (list: ListDeclaration, { collection, row }: ListRead) => {
    const make = rowMakers(connection).get(collection);
    if (!make) throw new Error(`no model declares ${collection}`);
    const rowOf = (at: number): object => {
      const one = { ...make(at + 1), ...row?.(at), hidden: false };
      for (const field of storedOf(list)) store(one, field, at);
      if ('readers' in one) put(one, 'readers', readersOf(at));
      return one;
    };
    const rows = connection.collection<object>(collection);
    await rows.deleteMany({});
    for (let from = 0; from < ROWS; from += PORTION)
      await rows.insertMany(Array.from({ length: PORTION }, (_, at) => rowOf(from + at)));
    return 'readers' in rowOf(0);
  };

  const CALLERS = {
    admin: aPrincipal('admin'),
    member: aPrincipal(
      'engineering',
      Array.from({ length: GROUPS }, (_, at) => groupOf(at)),
    ),
  };

  /** Reads that look at more than they may, in words. */
  const faultsOf = async (
    [list, { collection, read, few }]: readonly [ListDeclaration, ListRead],
    who: keyof typeof CALLERS,
    { body, most }: Lookup,
  ): Promise<readonly string[]> => {
    const request = aListRequest(list, { limit: PAGE.limit, ...body });
    const { rest, sorted, ...plan } = planOf(request);
    // What no index answers is looked at in the items, which is bounded.
    if (rest.length > 0 || sorted) return [];
    const { skip, limit, own } = request;
    const part = { ...own, ...plan, skip, limit };
    const { reads } = await explainReads(module, () =>
      Promise.resolve(read(module, part, CALLERS[who])),
    );
    const asked = reads.filter((one) => one.collection === collection);
    const told = `${who} ${JSON.stringify(body)}`;
    if (asked.length === 0) return [`${told} asks nothing`];
    return asked.flatMap((one) => {
      const { kind, keysExamined, docsExamined, stages } = one;
      const { keys, docs } = few === undefined ? most(one) : { keys: WALKED, docs: ROWS };
      const isLean = keysExamined <= keys && docsExamined <= docs && !stages.includes('COLLSCAN');
      const looked = `${kind}: ${String(keysExamined)} keys, ${String(docsExamined)} documents`;
      return isLean ? [] : [`${told} ${looked}, not ${String(keys)} and ${String(docs)}`];
    });
  };

  it('are tried in every list of which the database answers conditions', () => {
    const ids = [...declaredLists()].filter(([, { stored }]) => Object.keys(stored).length > 0);
    const tried = [...Object.keys(LIST_READS), ...OF_CATALOGUE];
    expect(tried.sort()).toEqual(ids.map(([id]) => id).sort());
  });

  it.each(Object.entries(LIST_READS))(
    'look at what they find: %s',
    async (id, way) => {
      const list = declaredLists().get(id as OperationId);
      if (!list) throw new Error(`${id} has no list`);
      const isGuarded = await fill(list, way);
      const ranges = walkLength([], rangesOf(list));
      const plain = [...lookupsOf(list), ...pagesOf(list), ...ranges];
      // Of many matches a member's groups are compared in the documents.
      const asked = { admin: [...plain, ...broadLookupsOf(list)], member: isGuarded ? plain : [] };
      const faults: string[] = [];
      for (const who of ['admin', 'member'] as const)
        for (const one of asked[who]) faults.push(...(await faultsOf([list, way], who, one)));
      expect(faults).toEqual([]);
    },
    TIMEOUT_MS,
  );
});

import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ModulesContainer } from '@nestjs/core';
import { getConnectionToken } from '@nestjs/mongoose';
import { Test, type TestingModule } from '@nestjs/testing';
import { type Connection } from 'mongoose';
import { AppModule } from '../../src/app.module.js';
import { ContentRepositories } from '../../src/domains/content/records/content-repositories.repository.js';
import { loadConfig } from '../../src/platform/config/config.js';
import { ensureIndexes } from '../../src/platform/database/ensure-indexes.js';
import { SealedDocumentsRepository } from '../../src/platform/secrets/sealed-documents.repository.js';
import { planFault } from '../support/contract/query-plans.js';
import {
  type RepositoryCommand,
  RepositoryCommands,
} from '../support/contract/repository-commands.js';
import { repositoryMethods } from '../support/contract/repository-methods.js';
import { rowMakers } from '../support/contract/rows-of-models.js';
import { testDatabase } from '../support/database.js';
import { walkLength } from '../support/walk-length.js';
import { watched } from '../support/watch-commands.js';

const ROWS = walkLength(500, 20_000);
const PORTION = 500;

/** Methods that ask the database for nothing, and why. */
const SILENT: Readonly<Record<string, string>> = {
  'CatalogueContentsRepository.put': 'packs a whole package, and inserts',
  'ContentRepositories.of': 'hands out a repository',
  'ServerTimeRepository.now': 'tells what `refresh` read',
};

const FEW = 'there are few';
const AT_START = 'once, at the start';

/** Plans that break the rule, and why they may. */
const ALLOWED: Readonly<Record<string, string>> = {
  'AccountsRepository.adminNames names none of several indexes': 'a role or a group admits',
  'AccountsRepository.hasUnseenPassword looks at every document': AT_START,
  'AccountsRepository.markPasswordSeen looks at every document': AT_START,
  'AccountsRepository.someAdmin names none of several indexes': 'a role or a group admits',
  'AuditKeysRepository.findAll looks at every document': FEW,
  'CatalogueRepositoriesRepository.names looks at every document': FEW,
  'ChannelsRepository.enabled looks at every document': FEW,
  'ChannelsRepository.ids looks at every document': FEW,
  'DevicesRepository.select names none of several indexes': 'a name, a group or a type selects',
  'DueConditionsRepository.isMet looks at every document': 'the condition is that of a task',
  'JobListRepository.list sorts in memory': 'the children of some runs',
  'JobListRepository.next sorts in memory': 'the children of some runs',
  'PackageOperationsRepository.unstageAll looks at every document': AT_START,
  'RulesRepository.enabled looks at every document': FEW,
  'SealedDocumentsRepository.walk looks at every document': 'a command of the shell: it reads all',
  'WebhooksRepository.enabled looks at every document': FEW,
  'WebhooksRepository.ids looks at every document': FEW,
};

describe('the queries of every repository', () => {
  const database = testDatabase('repository-queries');
  let module: TestingModule;
  let connection: Connection;
  let commands: RepositoryCommands;
  const silent: string[] = [];

  const fill = async (collection: string) => {
    const rows = connection.collection<object>(collection);
    const make = rowMakers(connection).get(collection);
    await rows.deleteMany({});
    for (let at = 0; make && at < ROWS; at += PORTION)
      await rows.insertMany(Array.from({ length: PORTION }, (_, more) => make(at + more)));
  };

  /** One command for each fault. */
  const explainAll = async () => {
    const found = new Map<string, RepositoryCommand>();
    for (const command of commands.all()) {
      const fault = await planFault(connection, command);
      if (fault) found.set(`${command.of} ${fault}`, command);
    }
    return [...found]
      .map(([fault, command]) => ({ fault, command }))
      .toSorted((a, b) => (a.fault < b.fault ? -1 : 1));
  };

  let explained: ReturnType<typeof explainAll> | undefined;
  const faults = () => (explained ??= explainAll());

  const repositories = (): ReadonlyMap<string, object> => {
    const providers = [...module.get(ModulesContainer).values()].flatMap((one) => [
      ...one.providers.values(),
    ]);
    const injected = providers.map(({ name, instance }) => [String(name), instance] as const);
    const db = connection.db;
    if (!db) throw new Error('there is no database');
    return new Map([
      ...injected.filter((pair): pair is [string, object] => typeof pair[1] === 'object'),
      ['ContentRepository', module.get(ContentRepositories, { strict: false }).of('workflow')],
      ['SealedDocumentsRepository', new SealedDocumentsRepository(db)],
    ]);
  };

  beforeAll(async () => {
    const SECRETS_KEYS = Buffer.alloc(32, 7).toString('base64');
    const config = loadConfig({ LOG_LEVEL: 'silent', SECRETS_KEYS });
    // Not initialised: no background work asks for anything meanwhile.
    module = await Test.createTestingModule({
      imports: [AppModule.with({ config, databaseUri: watched(database.uri) })],
    }).compile();
    connection = module.get<Connection>(getConnectionToken(), { strict: false });
    if (connection.db) await ensureIndexes(connection, connection.db, new AbortController().signal);
    commands = new RepositoryCommands(connection, rowMakers(connection));
    await commands.begin();
    const known = repositories();
    for (const method of repositoryMethods()) {
      const repository = known.get(method.repository);
      const asked = repository !== undefined && (await commands.call(repository, method));
      if (!asked) silent.push(`${method.repository}.${method.method}`);
    }
  });

  afterAll(async () => {
    await module.close();

    await database.drop();
  });

  it('are all seen: every method asks for something when it is called', () => {
    expect(silent.toSorted()).toEqual(Object.keys(SILENT).toSorted());
  });

  it('look at no more than they must, by the index that they name where several would do', async () => {
    expect((await faults()).map(({ fault }) => fault)).toEqual(Object.keys(ALLOWED).toSorted());
  });

  it('run on many rows where the rule is broken', async () => {
    // The way through all documents is one plan, which nothing has to be compared with.
    const broken = (await faults()).filter(({ fault }) => !fault.endsWith('document'));
    for (const collection of new Set(broken.map(({ command }) => command.collection)))
      await fill(collection);
    for (const { command } of broken) {
      // What a delete or an update looks at, and nothing is changed.
      const verbosity = 'executionStats';
      const run = { explain: command.command, verbosity };
      expect(await connection.db?.command(run)).toMatchObject({ ok: 1 });
    }
  });

  it.each([
    ['looks at every document', { filter: { pinned: 'x' } }],
    ['sorts in memory', { filter: { type: 'x' }, sort: { host: 1 }, hint: 'type' }],
    ['names none of several indexes', { filter: { type: 'x', groupsFolded: 'x' } }],
    [undefined, { filter: { type: 'x', groupsFolded: 'x' }, hint: 'groups' }],
    [undefined, { filter: { type: 'x', nameFolded: 'x' } }],
  ])('are judged by their plans: %s', async (fault, more) => {
    const command = { find: 'devices', ...more };
    expect(
      await planFault(connection, { of: '', name: 'find', collection: 'devices', command }),
    ).toBe(fault);
  });
});

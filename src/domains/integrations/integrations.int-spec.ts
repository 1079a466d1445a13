import { createServer, type Server } from 'node:https';
import { type AddressInfo } from 'node:net';
import { once } from 'node:events';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Module } from '@nestjs/common';
import { getModelToken } from '@nestjs/mongoose';
import { type TestingModule } from '@nestjs/testing';
import { type Model } from 'mongoose';
import { testDatabase } from '../../../test/support/database.js';
import { startDomain } from '../../../test/support/domain-app.js';
import { type ExplainedRead, explainReads } from '../../../test/support/explained.js';
import { anOpenApi } from '../../../test/support/factories/an-open-api.js';
import { FakeSystem } from '../../../test/support/fakes/fake-system.js';
import { selfSignedCertificate } from '../../../test/support/self-signed-certificate.js';
import { partOfList } from '../../../test/support/part-of-list.js';
import { watched } from '../../../test/support/watch-commands.js';
import { IdempotencyModule } from '../../api/idempotency/idempotency.module.js';
import { type JsonObject } from '../../kernel/json.js';
import { type Principal } from '../../kernel/principal.js';
import { NamedLocks } from '../../platform/database/named-locks.js';
import { SecretsModule } from '../../platform/secrets/secrets.module.js';
import { ProfilesSeed } from '../profiles/profiles.seed.js';
import { IntegrationCallerService } from './calls/integration-caller.service.js';
import { IntegrationHealthService } from './health/integration-health.service.js';
import { IntegrationHealthTasks } from './health/integration-health.tasks.js';
import { IntegrationsModule } from './integrations.module.js';
import { INTEGRATION_MODEL_MODEL } from './models/integration-model.schema.js';
import { INTEGRATION_MODEL_LIST } from './models/integration-model-list.js';
import { IntegrationModelsRepository } from './models/integration-models.repository.js';
import { Referrers } from '../../platform/referrers/referrers.js';
import { referredModel } from './models/model-referrers.service.js';
import { IntegrationModelsService } from './models/integration-models.service.js';
import { INTEGRATION_MODEL } from './stored/integration.schema.js';
import { IntegrationUsesRepository } from './stored/integration-uses.repository.js';
import { INTEGRATION_LIST } from './records/integration-list.js';
import { IntegrationsRepository } from './stored/integrations.repository.js';
import { IntegrationsService } from './records/integrations.service.js';

/** Its controllers take keys of idempotency, whose module is the application's. */
@Module({ imports: [IdempotencyModule, SecretsModule, IntegrationsModule] })
class IntegrationsDomain {}

const DOCUMENTS = 2000;
const ADA: Principal = { id: 'ada', username: 'ada', roles: [] } as unknown as Principal;
const NUMBERS = Array.from({ length: DOCUMENTS }, (_, at) => at);
const nameOf = (at: number) => `name-${String(at).padStart(4, '0')}`;

/** Every tenth is a reservation of an installation. */
function record(at: number): JsonObject {
  return {
    _id: `id-${String(at)}`,
    name: nameOf(at).toUpperCase(),
    nameFolded: nameOf(at),
    type: 'any',
    ...(at % 10 === 0 ? { hidden: true } : { document: {} }),
    ...(at % 100 === 1 ? { enabled: true } : {}),
    versionFolded: `version-${String(at)}`,
    modelFolded: `model-${String(at)}`,
  };
}

/** Pages look at what they skip and show, counts at keys alone; nothing is sorted in memory. */
function expectLean(reads: readonly ExplainedRead[]): void {
  for (const { kind, skip, docsExamined, returned, stages } of reads) {
    expect(docsExamined).toBeLessThanOrEqual(kind === 'count' ? 1 : skip + returned + 1);
    expect(stages).not.toContain('COLLSCAN');
    expect(stages).not.toContain('SORT');
  }
}

const LISTS = [
  [IntegrationsRepository, INTEGRATION_LIST],
  [IntegrationModelsRepository, INTEGRATION_MODEL_LIST],
] as const;

describe('integrations in the database', () => {
  const database = testDatabase('integrations');
  const servers: Server[] = [];
  let node: TestingModule;
  let other: TestingModule;

  const start = () =>
    startDomain({
      uri: watched(database.uri),
      module: IntegrationsDomain,
      env: { SECRETS_KEYS: Buffer.alloc(32, 7).toString('base64') },
      seeds: [ProfilesSeed],
      // Tests say themselves when systems are looked at.
      override: (builder) => builder.overrideProvider(IntegrationHealthTasks).useValue({}),
    });
  const collection = (model: string) =>
    node.get<Model<unknown>>(getModelToken(model), { strict: false }).collection;

  beforeAll(async () => {
    node = await start();
    other = await start();
  });
  afterAll(async () => {
    for (const server of servers) server.close();
    await node.close();
    await other.close();
    await database.drop();
  });

  describe('in great numbers', () => {
    beforeAll(async () => {
      for (const model of [INTEGRATION_MODEL, INTEGRATION_MODEL_MODEL]) {
        await collection(model).deleteMany({});
        await collection(model).insertMany(
          NUMBERS.map((at) => (model === INTEGRATION_MODEL ? record(at) : withoutIntegration(at))),
        );
      }
    });
    afterAll(async () => {
      await collection(INTEGRATION_MODEL).deleteMany({});
      await collection(INTEGRATION_MODEL_MODEL).deleteMany({});
    });

    it.each<[string, object, number]>([
      ['the first page', {}, 1800],
      ['a page far down, backwards', { skip: 1500, limit: 50, order: -1 }, 1800],
      ['one name', { equals: 'NAME-0001' }, 1],
      ['a prefix', { startsWith: 'Name-01' }, 90],
      ['a part of the name', { contains: '-199' }, 9],
      ['nothing', { equals: 'nowhere' }, 0],
    ])('are listed by keys alone: %s', async (_, query, total) => {
      for (const [repository, list] of LISTS) {
        const { reads, result } = await explainReads(node, () =>
          node
            .get<IntegrationsRepository | IntegrationModelsRepository>(repository, {
              strict: false,
            })
            .list(partOfList(list, query)),
        );
        expect(reads).toHaveLength(2);
        expectLean(reads);
        expect(result.total).toBe(total);
      }
    });

    it('are found without looking at others', async () => {
      const models = node.get(IntegrationModelsRepository, { strict: false });
      const found = await explainReads(node, async () => [
        await node.get(IntegrationsRepository, { strict: false }).findByName('NAME-0007'),
        await models.findHead('NAME-0007'),
        await models.findHead('VERSION-7'),
        await models.findUnread(),
        await node.get(IntegrationsRepository, { strict: false }).findDue(new Date(), 10),
      ]);
      expectLean(found.reads);
      expect(found.result.slice(0, 3)).toMatchObject([
        { _id: 'id-7' },
        { _id: 'id-7' },
        { _id: 'id-7' },
      ]);
    });

    it('are not seen while an installation only holds their names', async () => {
      const integrations = node.get(IntegrationsRepository, { strict: false });
      expect(await integrations.findByName(nameOf(10))).toBeNull();
      const models = node.get(IntegrationModelsRepository, { strict: false });
      expect(await models.findHead(nameOf(10))).toBeNull();
      expect(await models.findHead('version-10')).toBeNull();
    });
  });

  describe('that packages brought and nobody has changed', () => {
    it('keep their model from being deleted, once they are installed', async () => {
      const models = node.get(IntegrationModelsService, { strict: false });
      const info = { title: 'Packed', version: '1' };
      await models.create(anOpenApi({ info }), ADA);
      const stored = collection(INTEGRATION_MODEL);
      const packaged = { type: 'integration', packageId: 'p', document: { model: 'PACKED:1' } };
      await stored.insertOne({ ...packaged, name: 'Brought', nameFolded: 'brought', hidden: true });
      const found = await explainReads(node, () =>
        node.get(IntegrationUsesRepository, { strict: false }).findUsersOf(['Packed:1'], 2),
      );
      expectLean(found.reads);
      expect(found.result).toEqual([]);
      await stored.updateOne({ nameFolded: 'brought' }, { $unset: { hidden: 1 } });
      const used = referredModel(await models.get('Packed:1'));
      await expect(node.get(Referrers, { strict: false }).assertNone(used)).rejects.toMatchObject({
        code: 'in-use',
        current: { usedBy: [{ kind: 'integration', name: 'Brought' }] },
      });
      await stored.deleteOne({ nameFolded: 'brought' });
      await models.remove('Packed:1', undefined);
    });
  });

  describe('over two nodes', () => {
    it('are looked at by one of them', async () => {
      const system = await FakeSystem.start();
      await node.get(IntegrationModelsService, { strict: false }).create(anOpenApi(), ADA);
      const properties = { server: { protocol: 'http', host: system.host, base_path: '/' } };
      const integrations = node.get(IntegrationsService, { strict: false });
      const given = { model: 'Acme Boxes:1.2', properties };
      await integrations.create('Shared', given, ADA);
      const look = (one: TestingModule) =>
        one.get(IntegrationHealthService, { strict: false }).run(new AbortController().signal);
      const lock = other.get(NamedLocks, { strict: false });
      // While the other node is at it, this one leaves it alone.
      expect(await lock.ifFree('integrations:health', () => look(node))).toBe(true);
      expect(system.seen).toHaveLength(0);
      await Promise.all([look(node), look(other)]);
      expect(system.seen).toHaveLength(1);
      expect((await integrations.get('shared')).probe).toMatchObject({ passed: true, failures: 0 });
      await system.close();
    });

    it('call what a model has become on the other one', async () => {
      const system = await FakeSystem.start();
      const models = other.get(IntegrationModelsService, { strict: false });
      const info = { title: 'Changing', version: '1' };
      const operation = { security: [], responses: { 200: { description: 'fine' } } };
      await models.create(anOpenApi({ info, paths: { '/a': { get: operation } } }), ADA);
      const given = {
        model: 'Changing:1',
        properties: { server: { protocol: 'http', host: system.host } },
      };
      await node.get(IntegrationsService, { strict: false }).create('Changing', given, ADA);
      const caller = node.get(IntegrationCallerService, { strict: false });
      const input = { parameters: {}, body: undefined };
      await caller.call('changing', 'get /a', input);
      const changed = anOpenApi({ info, paths: { '/b': { get: operation } } });
      await models.replace('Changing:1', changed, undefined, ADA);
      await caller.call('changing', 'get /b', input);
      await expect(caller.call('changing', 'get /a', input)).rejects.toThrow('not found');
      expect(system.seen.map(({ url }) => url)).toEqual(['/api/v1/a', '/api/v1/b']);
      await system.close();
    });
  });

  describe('over TLS', () => {
    it('take an unknown certificate only where the integration says so', async () => {
      const { certificate: cert, key } = selfSignedCertificate('box.example');
      const server = createServer({ cert, key }, (_, res) => res.end('secure'));
      servers.push(server.listen(0, '127.0.0.1'));
      await once(server, 'listening');
      const host = `127.0.0.1:${String((server.address() as AddressInfo).port)}`;
      const integrations = node.get(IntegrationsService, { strict: false });
      const place = { protocol: 'https', host, base_path: '/' };
      const info = { title: 'TLS', version: '1' };
      await node.get(IntegrationModelsService, { strict: false }).create(anOpenApi({ info }), ADA);
      const add = (name: string, tls: JsonObject) =>
        integrations.create(name, { model: 'TLS:1', properties: { server: place, tls } }, ADA);
      await add('unchecked', { rejectUnauthorized: false });
      await add('checked', {});
      const caller = node.get(IntegrationCallerService, { strict: false });
      const input = { parameters: {}, body: undefined };
      const answer = await caller.call('unchecked', 'open', input);
      expect([answer.status, answer.body]).toEqual([200, 'secure']);
      await expect(caller.call('checked', 'open', input)).rejects.toMatchObject({
        kind: 'upstream-failed',
        detail: 'The call to 127.0.0.1 failed: its certificate is self-signed',
      });
    });
  });
});

/** The same as a model, whose records know nothing of integrations. */
function withoutIntegration(at: number): JsonObject {
  return Object.fromEntries(
    Object.entries(record(at)).filter(([key]) => key !== 'modelFolded' && key !== 'enabled'),
  );
}

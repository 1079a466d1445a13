import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { getConnectionToken } from '@nestjs/mongoose';
import { type Connection } from 'mongoose';
import { BUILT_OPERATIONS, operationSpec } from '../../src/api/operations/operations.js';
import { GENERATIONS_COLLECTION } from '../../src/platform/database/list-totals.js';
import { exportData } from '../../src/platform/database/transfer/export-data.js';
import { AppLogger } from '../../src/platform/logging/app-logger.js';
import { Canaries, type Sink } from '../support/canary/canaries.js';
import { formsFound, formsOf } from '../support/canary/canary-forms.js';
import { CanaryWorld } from '../support/canary/canary-world.js';
import { CREDENTIAL_DOORS, DOORS, NO_DOORS, plantControl } from '../support/canary/doors.js';
import { secretInputs } from '../support/canary/secret-inputs.js';
import { UncompressedDatabase } from '../support/canary/uncompressed-database.js';
import { startApp, type TestApp } from '../support/start-app.js';

const SILENT = {
  begin: () => undefined,
  enter: () => undefined,
  advance: () => undefined,
  end: () => undefined,
};

// What is planted where, and what is searched: ADR 0096.
describe('the search for canaries', () => {
  const canary = 'q1w2e3r4t5y6u7i8';

  it.each(formsOf(canary))('finds the form $form within other bytes', ({ form, bytes }) => {
    for (const before of ['', 'x', 'xy', 'xyz']) {
      const around = Buffer.concat([Buffer.from(before), bytes, Buffer.from('more')]);
      expect(formsFound(canary, around)).toContain(form);
    }
    expect(formsFound(canary, Buffer.from('q1w2e3r4t5y6u7i'))).toEqual([]);
  });

  it('finds base64 of any text around it, for URLs too', () => {
    for (const before of ['', 'a', 'ab', 'abc', 'user:']) {
      const bytes = Buffer.from(`${before}${canary}${before}`);
      for (const encoding of ['base64', 'base64url'] as const) {
        const found = formsFound(canary, Buffer.from(bytes.toString(encoding)));
        expect(found.some((form) => form.startsWith('base64'))).toBe(true);
      }
    }
  });
});

describe('a secret that came in through any door', () => {
  const canaries = new Canaries();
  const log: string[] = [];
  const adminPassword = canaries.plant('password of the first admin');
  const metricsToken = canaries.plant('token of the collector', '');
  /** Nobody answers there: failures are what tells most. */
  const PROVIDERS = {
    OIDC_ISSUER: 'http://127.0.0.1:1/',
    OIDC_CLIENT_ID: 'netadmin',
    OIDC_CLIENT_SECRET: canaries.plant('client secret of the provider'),
    OIDC_REDIRECT_URI: 'http://127.0.0.1/login/oidc/callback',
    LDAP_URL: 'ldap://127.0.0.1:1',
    LDAP_USER_BASE: 'ou=people,dc=acme,dc=example',
    LDAP_BIND_DN: 'cn=reader,dc=acme,dc=example',
    LDAP_BIND_PASSWORD: canaries.plant('password of the directory'),
  };
  let database: UncompressedDatabase;
  let platform: TestApp;
  let world: CanaryWorld;
  let liveFiles: readonly Sink[];
  let closedFiles: readonly Sink[];
  let exported: readonly Sink[];
  let engineArguments: Sink;
  let compressed: readonly string[];

  const start = (): Promise<TestApp> =>
    startApp('e2e-canary', {
      databaseUri: database.uri,
      env: {
        ADMIN_PASSWORD: adminPassword,
        METRICS_TOKEN: metricsToken,
        // Webhooks are sent to this machine.
        OUTBOUND_ALLOW: '127.0.0.1',
        ...PROVIDERS,
      },
      override: (builder) =>
        builder
          .overrideProvider(AppLogger)
          .useValue(
            new AppLogger(
              { level: 'trace', format: 'json' },
              { write: (line: string) => log.push(line) },
            ),
          ),
    });

  async function exportOf(uri: string): Promise<readonly Sink[]> {
    const directory = mkdtempSync(join(tmpdir(), 'canary-export-'));
    await exportData({ uri, directory, progress: SILENT });
    const sinks = readdirSync(directory).map((name) => {
      const bytes = readFileSync(join(directory, name));
      return { name: `export ${name}`, bytes: name.endsWith('.gz') ? gunzipSync(bytes) : bytes };
    });
    rmSync(directory, { recursive: true });
    return sinks;
  }

  /** Everything that can be read without naming an object. */
  async function readAll(): Promise<void> {
    for (const id of BUILT_OPERATIONS) {
      const { method, path } = operationSpec(id);
      if (method !== 'GET' || path.includes(':') || path.startsWith('/login')) continue;
      await world.call('GET', path);
      await world.call('GET', path, { headers: { prefer: 'envelope=bare' } });
    }
    await world.call('GET', '/metrics', { token: metricsToken });
    await world.call('GET', '/docs');
  }

  beforeAll(async () => {
    database = await UncompressedDatabase.start(canaries.control);
    await database.layOut(async () => {
      const first = await start();
      const { models } = first.app.get<Connection>(getConnectionToken());
      const names = Object.values(models).map((model) => model.collection.name);
      await first.close();
      return [...names, GENERATIONS_COLLECTION];
    });
    platform = await start();
    const body = { username: 'admin', password: adminPassword };
    const { text: admin } = await platform.call('POST', '/login', { body });
    world = new CanaryWorld(platform, canaries, admin);
    await plantControl(world);
    const { createWebhook, changeDevice, callMcp, ...doors } = { ...DOORS, ...CREDENTIAL_DOORS };
    const oneByOne = async (): Promise<void> => {
      for (const door of Object.values(doors)) await door(world);
    };
    // Its receiver is told of whatever the others do.
    await createWebhook?.(world);
    // Two doors need none of the others, and wait for devices most of their time.
    await Promise.all([oneByOne(), changeDevice?.(world), callMcp?.(world)]);
    await readAll();
    engineArguments = database.arguments();
    compressed = await database.compressed();
    liveFiles = database.files();
    exported = await exportOf(database.uri);
    await platform.close();
    await database.stop();
    closedFiles = database.files();
  }, 180_000);
  afterAll(() => {
    database.remove();
  });

  /** What leaks, after the control was found in one of the sinks at least. */
  const leaksOf = (sinks: readonly Sink[]): readonly string[] => {
    expect(sinks.some((sink) => canaries.seesControl(sink))).toBe(true);
    return [...new Set(sinks.flatMap((sink) => canaries.leaks(sink)))];
  };

  it('came in through a door for every input that sounds like a secret', () => {
    const undescribed = secretInputs(platform.document()).filter(
      ({ id }) => !(id in DOORS) && !(id in NO_DOORS),
    );
    expect([...new Set(undescribed.map(({ id }) => id))]).toEqual([]);
    expect(canaries.count).toBeGreaterThan(Object.keys(DOORS).length);
  });

  it('is in no answer, the contract and the measurements included', () => {
    expect(world.answers.length).toBeGreaterThan(100);
    expect(leaksOf(world.answers)).toEqual([]);
  });

  it('is in no measurement of the operations that took it', () => {
    const pages = world.answers.filter(({ name }) => name === 'answer to GET /metrics');
    const measured = pages.filter(({ bytes }) => bytes.includes('operation="createAccount"'));
    expect(measured).not.toEqual([]);
    expect(measured.flatMap((page) => canaries.leaks(page))).toEqual([]);
  });

  it('is in no line of the log, however much is logged', () => {
    expect(leaksOf([{ name: 'log', bytes: Buffer.from(log.join('')) }])).toEqual([]);
  });

  it('would be found in the files of every collection: none of them is compressed', () => {
    expect(compressed).toEqual([]);
  });

  it('is in no file of the running database, its journal included', () => {
    const journal = liveFiles.filter(({ name }) => name.includes('WiredTigerLog'));
    expect(leaksOf(journal)).toEqual([]);
    expect(leaksOf(liveFiles)).toEqual([]);
  });

  it('is in no file of the database once it is closed', () => {
    const collections = closedFiles.filter(({ name }) => name.includes('collection-'));
    expect(leaksOf(collections)).toEqual([]);
    expect(leaksOf(closedFiles)).toEqual([]);
  });

  it('is in no file of an export', () => {
    expect(leaksOf(exported)).toEqual([]);
  });

  it('is in no argument of a process', () => {
    expect(leaksOf([engineArguments])).toEqual([]);
    const own = readFileSync('/proc/self/cmdline');
    expect(canaries.leaks({ name: 'arguments', bytes: own })).toEqual([]);
  });
});

import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { mongo } from 'mongoose';
import { LeaseLock } from '../../src/platform/database/lease-lock.js';
import { AppLogger } from '../../src/platform/logging/app-logger.js';
import { testDatabase } from '../support/database.js';
import { eventually } from '../support/eventually.js';
import { startApp } from '../support/start-app.js';
import { watched } from '../support/watch-commands.js';

/** As long as background looks need to come round. */
const PREPARING_MS = 3000;

describe('The first boot on a database', () => {
  const database = testDatabase('e2e-first-boot');
  const client = new mongo.MongoClient(database.uri);

  beforeAll(() => client.connect());
  afterAll(async () => {
    await client.close();
    await database.drop();
  });

  it('logs no failure while another node still prepares the database', async () => {
    const lines: string[] = [];
    const log = new AppLogger(
      { level: 'error', format: 'json' },
      { write: (line: string) => lines.push(line) },
    );
    const begun = performance.now();
    const other = new LeaseLock(client.db(), 'prepare').hold(() =>
      eventually(
        () => Promise.resolve(performance.now()),
        (now) => now - begun > PREPARING_MS,
      ),
    );
    const app = await startApp('e2e-first-boot', {
      databaseUri: watched(database.uri),
      override: (builder) => builder.overrideProvider(AppLogger).useValue(log),
    });
    await other;
    await app.close();
    expect(lines).toEqual([]);
  });
});

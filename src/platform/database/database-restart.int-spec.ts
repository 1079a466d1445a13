import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { getConnectionToken } from '@nestjs/mongoose';
import { Test, type TestingModule } from '@nestjs/testing';
import { type Connection } from 'mongoose';
import {
  aDirectory,
  aLauncher,
  removeDirectory,
  until,
} from '../../../test/support/launched-database.js';
import { DatabaseModule } from './database.module.js';
import { DatabaseProbe } from './database.probe.js';
import { type EmbeddedLauncher } from './launcher/embedded.launcher.js';
import { toDatabaseFailure } from './mongo-failures.js';

describe('the connection to an embedded engine', () => {
  let directory: string;
  let launcher: EmbeddedLauncher;
  let module: TestingModule;
  let connection: Connection;
  let probe: DatabaseProbe;

  beforeAll(async () => {
    directory = aDirectory();
    launcher = aLauncher(directory);
    const { uri } = await launcher.start();
    module = await Test.createTestingModule({
      imports: [DatabaseModule.with(uri, launcher)],
    }).compile();
    await module.init();
    connection = module.get<Connection>(getConnectionToken());
    probe = module.get(DatabaseProbe);
  });

  afterAll(async () => {
    await module.close();
    await launcher.stop();
    removeDirectory(directory);
  });

  const write = (): Promise<unknown> => connection.collection('a').insertOne({ at: 1 });

  it('asks for writes that wait for the journal of the one node', () => {
    expect(connection.getClient().options.writeConcern).toMatchObject({ w: 1, j: true });
  });

  it('goes on by itself after the engine was killed, and fails in between as unavailable', async () => {
    const kinds = new Set<string | undefined>();
    await write();
    for (let round = 0; round < 3; round += 1) {
      const pid = launcher.pid;
      process.kill(Number(pid), 'SIGKILL');
      // The first calls may find a connection that is dead already; later ones wait for the engine.
      for (let isWritten = false; !isWritten;) {
        isWritten = await write().then(
          () => true,
          (error: unknown) => {
            kinds.add(toDatabaseFailure(error)?.kind);
            return false;
          },
        );
      }
      await until('another engine', () => launcher.pid !== undefined && launcher.pid !== pid);
    }
    expect([...kinds].filter((kind) => kind !== 'unavailable')).toEqual([]);
    await expect(probe.check()).resolves.toBeUndefined();
  });

  it('is told as unavailable while there is no engine, and as there again afterwards', async () => {
    await launcher.stop();
    expect(probe.state()).toEqual({ kind: 'stopped' });
    await expect(probe.check()).rejects.toMatchObject({
      kind: 'unavailable',
      retryAfterSeconds: 2,
    });
    await launcher.start();
    await expect(probe.check()).resolves.toBeUndefined();
  });
});

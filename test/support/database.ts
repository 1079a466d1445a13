import { randomBytes } from 'node:crypto';
import { mongo } from 'mongoose';
import { processEnvironment } from '../../src/platform/config/env.js';

/** A database that one test file has to itself, on the server that the whole run shares. */
export interface TestDatabase {
  readonly uri: string;
  /** Removes the database; call it in `afterAll`. */
  drop(): Promise<void>;
}

function required(name: string): string {
  const value = processEnvironment()[name];
  if (value === undefined) throw new Error(`${name} is not set: run the tests by npm test`);
  return value;
}

/** The name of this run of the tests: others may run at the same time. */
export function testRunName(): string {
  return required('TEST_DATABASE_PREFIX');
}

/** The engine's program, compiled: specs of the launcher fork it themselves. */
export function testEngineProgram(): string {
  return required('TEST_ENGINE_PROGRAM');
}

/**
 * URI of a database of its own. The end of its name tells runs and files apart; all databases of a
 * run are dropped when it ends, on a server of others too.
 */
export function testDatabaseUri(name: string): string {
  const parts = /^(mongodb(?:\+srv)?:\/\/[^/?]+)(?:\/[^?]*)?(\?.*)?$/.exec(
    required('TEST_MONGODB_URI'),
  );
  if (!parts) throw new Error('TEST_MONGODB_URI is not a MongoDB URI');
  return `${parts[1] ?? ''}/${required('TEST_DATABASE_PREFIX')}${name}-${randomBytes(3).toString('hex')}${parts[2] ?? '?'}`;
}

/** A fresh database for the calling file: `const database = testDatabase('backups')`. */
export function testDatabase(name: string): TestDatabase {
  const uri = testDatabaseUri(name);
  return {
    uri,
    async drop() {
      const client = await mongo.MongoClient.connect(uri);
      await client.db().dropDatabase();
      await client.close();
    },
  };
}

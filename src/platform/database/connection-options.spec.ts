import { describe, expect, it } from 'vitest';
import { connectionOptions, databaseNameOf, findConnectionOptions } from './connection-options.js';
import { DatabaseStartError } from './launcher/database-start-error.js';

describe('connectionOptions', () => {
  it.each([
    ['replicated', 'majority'],
    ['standalone', 1],
  ] as const)('asks a %s server for journalled writes with w=%s', (topology, w) => {
    const { writeConcern } = connectionOptions('mongodb://h/db', topology);
    expect(writeConcern).toEqual({ w, journal: true });
  });

  it.each([
    ['w=1', { w: 1, journal: true }],
    ['journal=false', { w: 1, journal: false }],
    ['w=0', { w: 0, journal: false }],
    ['w=everyRack&wtimeoutMS=500', { w: 'everyRack', journal: true, wtimeoutMS: 500 }],
  ])('lets the operator say %s', (query, writeConcern) => {
    expect(connectionOptions(`mongodb://h/db?${query}`, 'standalone').writeConcern).toEqual(
      writeConcern,
    );
  });

  it('leaves out what the URI says itself, whatever the case', () => {
    const options = connectionOptions(
      'mongodb://h/?MAXPOOLSIZE=3&serverSelectionTimeoutMS=9',
      'standalone',
    );
    expect(options).not.toHaveProperty('maxPoolSize');
    expect(options).not.toHaveProperty('serverSelectionTimeoutMS');
    expect(options).toMatchObject({
      connectTimeoutMS: 5000,
      socketTimeoutMS: 30_000,
      appName: 'netadmin-api',
    });
  });

  it('makes nothing by itself and waits in the driver', () => {
    expect(connectionOptions('mongodb://h/', 'standalone')).toMatchObject({
      autoIndex: false,
      autoCreate: false,
      bufferCommands: false,
    });
  });
});

describe('databaseNameOf', () => {
  it.each([
    ['mongodb://h', 'netadmin'],
    ['mongodb://h/', 'netadmin'],
    ['mongodb://h/?w=1', 'netadmin'],
    ['mongodb://%2Ftmp%2Fa.sock/?w=1', 'netadmin'],
    ['mongodb://u:p@a:1,b:2/my%20db?replicaSet=r', 'my db'],
    ['mongodb+srv://u:p@h/other', 'other'],
  ])('of %s is %s', (uri, name) => {
    expect(databaseNameOf(uri)).toBe(name);
  });
});

describe('findConnectionOptions', () => {
  it.each(['mongodb://user:s3cret@', 'mongodb://user:s3cret@h/x?foo=bar'])(
    'says what is wrong with a URI that the driver refuses, and not its password',
    async (uri) => {
      const failure: unknown = await findConnectionOptions(uri).catch((error: unknown) => error);
      expect(failure).toBeInstanceOf(DatabaseStartError);
      expect(String(failure)).toContain('MONGODB_URI');
      expect(String(failure)).not.toContain('s3cret');
    },
  );
});

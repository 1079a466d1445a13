import { randomBytes } from 'node:crypto';
import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { getConnectionToken } from '@nestjs/mongoose';
import { Test, type TestingModule } from '@nestjs/testing';
import { type Connection } from 'mongoose';
import { testDatabase } from '../../../test/support/database.js';
import { ConfigError, loadConfig } from '../config/config.js';
import { ConfigModule } from '../config/config.module.js';
import { DatabaseModule } from '../database/database.module.js';
import { SecretBox } from './secret-box.js';
import { SecretsModule } from './secrets.module.js';

interface Check {
  readonly _id: string;
  readonly sealed: string;
}

const database = testDatabase('secrets');
const aKey = (): string => randomBytes(32).toString('base64');

/** A node of the platform that starts with these keys and stops after the task. */
async function onNode<T>(keys: string, task: (node: TestingModule) => Promise<T> | T): Promise<T> {
  const node = await Test.createTestingModule({
    imports: [
      ConfigModule.with(loadConfig({ SECRETS_KEYS: keys })),
      DatabaseModule.with(database.uri),
      SecretsModule,
    ],
  }).compile();
  try {
    await node.init();
    return await task(node);
  } finally {
    await node.close();
  }
}

const checksOf = (node: TestingModule) =>
  node.get<Connection>(getConnectionToken()).collection<Check>('platform_state');
const start = (keys: string): Promise<Check[]> =>
  onNode(keys, (node) => checksOf(node).find().toArray());

describe('SecretsModule', () => {
  beforeEach(() => database.drop());
  afterAll(() => database.drop());

  it('seals a check value at the first start and keeps it ever after', async () => {
    const key = aKey();
    const [check, ...others] = await start(key);
    expect(check?.sealed).toMatch(/^\$ENC1\./);
    expect(others).toEqual([]);
    expect(await start(key)).toEqual([check]);
  });

  it('refuses to start with other keys, says which, and changes nothing', async () => {
    const key = aKey();
    const before = await start(key);
    await expect(start(aKey())).rejects.toThrow(ConfigError);
    await expect(start(aKey())).rejects.toThrow(/SECRETS_KEYS .* put the former keys back/);
    expect(await start(key)).toEqual(before);
  });

  it('refuses to start when the check value is damaged', async () => {
    const key = aKey();
    await onNode(key, (node) =>
      checksOf(node).updateOne({}, [{ $set: { sealed: { $concat: ['$sealed', 'AAAA'] } } }]),
    );
    await expect(start(key)).rejects.toThrow(ConfigError);
  });

  it('refuses to start when the check value holds another text', async () => {
    const key = aKey();
    await onNode(key, (node) =>
      checksOf(node).updateOne({}, { $set: { sealed: node.get(SecretBox).seal('other') } }),
    );
    await expect(start(key)).rejects.toThrow(ConfigError);
  });

  it('lets the oldest key go once a node has started with the newest', async () => {
    const [oldKey, newKey] = [aKey(), aKey()];
    const sealed = await onNode(oldKey, (node) => node.get(SecretBox).seal('token'));
    await start(`${newKey},${oldKey}`);
    await onNode(newKey, (node) => {
      // The check value has moved; a secret that nobody sealed anew is reported, and nothing else.
      expect(node.get(SecretBox).tryUnseal(sealed)).toEqual({
        kind: 'unreadable',
        reason: 'unknown-key',
      });
    });
    await expect(start(oldKey)).rejects.toThrow(ConfigError);
  });

  it('agrees on one check value when several nodes start at once', async () => {
    const key = aKey();
    const seen = await Promise.all([start(key), start(key), start(key), start(key)]);
    expect(new Set(seen.flat().map(({ sealed }) => sealed)).size).toBe(1);
  });
});

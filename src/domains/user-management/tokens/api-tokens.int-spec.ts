import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { getModelToken } from '@nestjs/mongoose';
import { type TestingModule } from '@nestjs/testing';
import { type Model } from 'mongoose';
import { testDatabase } from '#test/support/database.js';
import { HandClock } from '#test/support/hand-clock.js';
import { anAccount } from '#test/support/sign-in.js';
import { startUsers } from '#test/support/users-domain.js';
import { watchCommands, watched } from '#test/support/watch-commands.js';
import { CredentialStore } from '../../../platform/auth/credential-store.js';
import { type Account } from '../stored/account.js';
import { ACCOUNT_MODEL } from '../stored/account.schema.js';
import { IdentitiesService } from '../identities/identities.service.js';
import { type ApiToken } from './api-token.js';
import { ApiTokenIssuerService } from './api-token-issuer.service.js';
import { API_TOKEN_MODEL } from './api-token.schema.js';
import { ApiTokensService } from './api-tokens.service.js';

const caller = { address: '198.51.100.1', userAgent: 'test', secure: false };

describe('ApiTokensService', () => {
  const database = testDatabase('api-tokens');
  const clock = new HandClock();
  let node: TestingModule;

  beforeAll(async () => {
    node = await startUsers({ uri: watched(database.uri) }, clock);
  });
  afterAll(async () => {
    await node.close();
    await database.drop();
  });
  beforeEach(() => {
    clock.advance({ minutes: 2 });
  });

  const model = <T>(name: string) => node.get<Model<T>>(getModelToken(name));
  const tokens = () => node.get(ApiTokensService);
  const find = (token: string) => node.get(CredentialStore).byToken(token, caller);
  const issue = async (account: Account, terms: { expires?: string } = {}) => {
    const identity = await node.get(IdentitiesService).load(account._id, clock.now());
    if (!identity) throw new Error('the account is there');
    const { principal } = identity;
    return node
      .get(ApiTokenIssuerService)
      .issue({ name: 'a token', ...terms }, { principal, sessionId: null });
  };
  const isStored = async (id: string) =>
    (await model<ApiToken>(API_TOKEN_MODEL).findOne({ _id: id }).lean()) !== null;

  it('asks the database nothing for a token that was seen within the last second', async () => {
    const { token } = await issue(await anAccount(node, { groups: ['noc'] }));
    await find(token);
    const commands = watchCommands(node);
    clock.advance({ ms: 999 });
    await Promise.all([find(token), find(token)]);
    expect(commands.seen).toEqual([]);
    clock.advance({ ms: 1 });
    await Promise.all([find(token), find(token)]);
    expect(commands.seen.filter((command) => command === 'find api_tokens')).toHaveLength(1);
  });

  it('asks the database nothing for what cannot be a token', async () => {
    const commands = watchCommands(node);
    for (const text of ['nat_x', 'nat_', `nat_${'a'.repeat(44)}`, 'x', '']) {
      expect(await find(text)).toBeNull();
    }
    expect(commands.seen).toEqual([]);
  });

  it('says which token spoke, and to which roles it was restricted', async () => {
    const { token, stored } = await issue(await anAccount(node));
    expect(await find(token)).toMatchObject({ sessionId: null, apiTokenId: stored._id });
    expect(await find(token)).not.toHaveProperty('restrictedTo');
  });

  it('writes many uses of a token down once', async () => {
    const { token } = await issue(await anAccount(node));
    const commands = watchCommands(node);
    for (let second = 0; second < 5; second += 1) {
      clock.advance({ seconds: 2 });
      await find(token);
    }
    expect(commands.seen.filter((command) => command.startsWith('update'))).toEqual([]);
    await tokens().recordUses();
    await tokens().recordUses();
    expect(commands.seen.filter((command) => command === 'update api_tokens')).toHaveLength(1);
  });

  it('sweeps tokens that ended long ago, and those of nobody, and keeps the others', async () => {
    const account = await anAccount(node);
    const leaver = await anAccount(node);
    const inOneHour = new Date(clock.now().getTime() + 3_600_000).toISOString();
    const old = await issue(account, { expires: inOneHour });
    const orphan = await issue(leaver);
    await model<Account>(ACCOUNT_MODEL).deleteOne({ _id: leaver._id });
    clock.advance({ minutes: 60 + 30 * 24 * 60 });
    expect(await isStored(old.stored._id)).toBe(true);
    await tokens().sweep();
    expect([await isStored(old.stored._id), await isStored(orphan.stored._id)]).toEqual([
      true,
      false,
    ]);
    clock.advance({ ms: 1 });
    const { stored } = await issue(await anAccount(node));
    await tokens().sweep();
    expect([await isStored(old.stored._id), await isStored(stored._id)]).toEqual([false, true]);
  });
});

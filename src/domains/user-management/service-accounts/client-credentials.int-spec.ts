import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type TestingModule } from '@nestjs/testing';
import { testDatabase } from '#test/support/database.js';
import { HandClock } from '#test/support/hand-clock.js';
import { startUsers } from '#test/support/users-domain.js';
import { watchCommands, watched } from '#test/support/watch-commands.js';
import { ProfilesService } from '../../profiles/profiles.service.js';
import { AccountsRepository } from '../stored/accounts.repository.js';
import { SessionsService } from '../sessions/sessions.service.js';
import { UserRecordsService } from '../records/user-records.service.js';
import { ClientCredentialsService } from './client-credentials.service.js';
import { ClientSecretsRepository } from './client-secrets.repository.js';
import { ClientSecretsService } from './client-secrets.service.js';

describe('ClientCredentialsService', () => {
  const database = testDatabase('client-credentials');
  const clock = new HandClock();
  let node: TestingModule;
  let number = 0;

  beforeAll(async () => {
    node = await startUsers({ uri: watched(database.uri) }, clock);
  });
  afterAll(async () => {
    await node.close();
    await database.drop();
  });
  beforeEach(() => {
    clock.advance({ minutes: 1 });
  });

  const aClient = async () => {
    number += 1;
    const account = await node.get(UserRecordsService).addAccount({
      username: `client-${String(number)}`,
      passwordHash: null,
      isServiceAccount: true,
    });
    const { clientSecret } = await node.get(ClientSecretsService).give(account);
    return { account, clientId: account._id, clientSecret };
  };
  const issue = (clientId: string, clientSecret: string) => {
    number += 1;
    const address = `198.51.100.${String(number)}`;
    return node
      .get(ClientCredentialsService)
      .issue(
        { clientId, clientSecret, form: undefined },
        { address, userAgent: 'test', secure: false },
      );
  };
  const holderOf = async (token: string) =>
    (await node.get(SessionsService).find(token))?.principal.id;

  it('does the same work for a client that nobody knows as for a wrong secret', async () => {
    const { clientId } = await aClient();
    const work = async (id: string) => {
      const { seen, clear } = watchCommands(node);
      clear();
      await expect(issue(id, 'ncs_wrong')).rejects.toMatchObject({ kind: 'unauthenticated' });
      return seen.toSorted();
    };
    expect(await work('f'.repeat(24))).toEqual(await work(clientId));
  });

  it.each([
    ['the account', () => node.get(AccountsRepository), 'findById' as const],
    ['the secret', () => node.get(ClientSecretsRepository), 'find' as const],
  ])('gives nothing that lasts when the secret is renewed after %s was read', async (...given) => {
    const [, reader, method] = given;
    const { account, clientId, clientSecret } = await aClient();
    const repository = reader() as unknown as Record<string, (id: string) => Promise<unknown>>;
    const read = repository[method]?.bind(repository);
    let renewals = 0;
    repository[method] = async (id) => {
      const found = await read?.(id);
      if (id === clientId && renewals === 0) {
        renewals += 1;
        await node.get(ClientSecretsService).renew(account);
      }
      return found;
    };
    const issued = await issue(clientId, clientSecret).catch(() => undefined);
    Reflect.deleteProperty(repository, method);
    expect(renewals).toBe(1);
    expect(issued && (await holderOf(issued.token))).toBeUndefined();
    await expect(issue(clientId, clientSecret)).rejects.toMatchObject({ kind: 'unauthenticated' });
  });

  it('issues several tokens to one client, also where people may have one session', async () => {
    await node.get(ProfilesService).updateActive((document) => ({
      ...document,
      authenticationProps: { uniqueSession: true },
    }));
    const { account, clientId, clientSecret } = await aClient();
    const issued = await Promise.all([
      issue(clientId, clientSecret),
      issue(clientId, clientSecret),
    ]);
    const holders = await Promise.all(issued.map(({ token }) => holderOf(token)));
    expect(holders).toEqual([account._id, account._id]);
  });
});

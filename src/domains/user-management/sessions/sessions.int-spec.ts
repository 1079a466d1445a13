import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type TestingModule } from '@nestjs/testing';
import { getModelToken } from '@nestjs/mongoose';
import { type Model } from 'mongoose';
import { testDatabase } from '#test/support/database.js';
import { HandClock } from '#test/support/hand-clock.js';
import { aSessionOf, aSignedInCaller, anAccount } from '#test/support/sign-in.js';
import { startUsers } from '#test/support/users-domain.js';
import { watchCommands, watched } from '#test/support/watch-commands.js';
import { tokenKey } from '../../../platform/auth/token.js';
import { ProfilesService } from '../../profiles/profiles.service.js';
import { type Account } from '../stored/account.js';
import { ACCOUNT_MODEL } from '../stored/account.schema.js';
import { type Group } from '../stored/group.js';
import { GROUP_MODEL } from '../stored/group.schema.js';
import { type Session } from './session.js';
import { SESSION_MODEL } from './session.schema.js';
import { SessionsService } from './sessions.service.js';

describe('SessionsService', () => {
  const database = testDatabase('sessions');
  const clock = new HandClock();
  let node: TestingModule;
  let otherNode: TestingModule;

  const start = () =>
    startUsers({ uri: watched(database.uri), env: { SESSION_MINUTES: '60' } }, clock);
  const sessions = (app: TestingModule = node) => app.get(SessionsService);
  const stored = (token: string) =>
    node
      .get<Model<Session>>(getModelToken(SESSION_MODEL))
      .findOne({ tokenKey: tokenKey(token) })
      .lean<Session>();
  const changeAccount = (account: Account, change: Partial<Account>) =>
    node.get<Model<Account>>(getModelToken(ACCOUNT_MODEL)).updateOne({ _id: account._id }, change);

  beforeAll(async () => {
    node = await start();
    otherNode = await start();
  });
  afterAll(async () => {
    await Promise.all([node.close(), otherNode.close()]);
    await database.drop();
  });
  // What the last test remembered must not help the next one.
  beforeEach(() => {
    clock.advance({ minutes: 1 });
  });

  it('knows who holds a token, and nobody by anything else', async () => {
    const account = await anAccount(node, { groups: ['noc'] });
    const token = await aSessionOf(node, account);
    const found = await sessions().find(token);
    expect(found?.principal).toMatchObject({ id: account._id, groups: [{ name: 'noc' }] });
    expect(await sessions().find(tokenKey(token))).toBeNull();
    expect(await sessions().find(token.toLowerCase())).toBeNull();
    expect(await sessions().find('')).toBeNull();
  });

  it('stores no token', async () => {
    const token = await aSignedInCaller(node);
    const session = await stored(token);
    expect(session).not.toBeNull();
    expect(JSON.stringify(session)).not.toContain(token);
  });

  describe('when the session was seen within the last second', () => {
    it('asks the database nothing', async () => {
      const token = await aSignedInCaller(node, { groups: ['noc'] });
      await sessions().find(token);
      const commands = watchCommands(node);
      clock.advance({ ms: 999 });
      await Promise.all([sessions().find(token), sessions().find(token)]);
      expect(commands.seen).toEqual([]);
      clock.advance({ ms: 1 });
      await sessions().find(token);
      expect(commands.seen).toContain('find sessions');
    });

    it('asks once for many requests at the same moment', async () => {
      const token = await aSignedInCaller(node);
      const commands = watchCommands(node);
      await Promise.all(Array.from({ length: 50 }, () => sessions().find(token)));
      expect(commands.seen.filter((command) => command === 'find sessions')).toHaveLength(1);
    });
  });

  describe('when a session is used', () => {
    it('lives on from its last use, and no longer than its lifetime after that', async () => {
      const token = await aSignedInCaller(node);
      clock.advance({ seconds: 30 });
      await sessions().find(token);
      clock.advance({ minutes: 59, seconds: 59 });
      expect(await sessions().find(token)).not.toBeNull();
      clock.advance({ minutes: 60 });
      expect(await sessions().find(token)).toBeNull();
    });

    it('is written down once, by whoever runs the minute task, and then lives on elsewhere', async () => {
      const token = await aSignedInCaller(node);
      const commands = watchCommands(node);
      for (let second = 0; second < 5; second += 1) {
        clock.advance({ seconds: 2 });
        await sessions().find(token);
      }
      expect(commands.seen.filter((command) => !command.startsWith('find'))).toEqual([]);
      await sessions().recordUses();
      await sessions().recordUses();
      expect(commands.seen.filter((command) => command === 'update sessions')).toHaveLength(1);
      expect((await stored(token))?.lastSeen).toEqual(clock.now());
      clock.advance({ minutes: 59, seconds: 59 });
      expect(await sessions(otherNode).find(token)).not.toBeNull();
    });

    it('does not come back by a use that is reported after its end', async () => {
      const token = await aSignedInCaller(node);
      const found = await sessions().find(token);
      await sessions(otherNode).end(found?.sessionId ?? '');
      await sessions().recordUses();
      expect(await stored(token)).toBeNull();
    });
  });

  describe('when something is revoked', () => {
    /** Holds a token that both nodes know, changes something, and looks again a second later. */
    async function afterASecond(
      change: (account: Account, sessionId: string) => Promise<unknown>,
      groups: readonly string[] = [],
    ) {
      const account = await anAccount(node, { groups });
      const token = await aSessionOf(node, account);
      const found = await sessions().find(token);
      await sessions(otherNode).find(token);
      await change(account, found?.sessionId ?? '');
      clock.advance({ seconds: 1 });
      return Promise.all([sessions().find(token), sessions(otherNode).find(token)]);
    }

    it('ends on every node when the caller signs out', async () => {
      const found = await afterASecond((_, sessionId) => sessions().end(sessionId));
      expect(found).toEqual([null, null]);
    });

    it('ends at once on the node where the caller signs out', async () => {
      const token = await aSignedInCaller(node);
      const found = await sessions().find(token);
      await sessions().end(found?.sessionId ?? '');
      expect(await sessions().find(token)).toBeNull();
    });

    it('ends when the account is deactivated', async () => {
      const found = await afterASecond((account) => changeAccount(account, { inactive: true }));
      expect(found).toEqual([null, null]);
    });

    it('ends when the account is gone', async () => {
      const found = await afterASecond((account) =>
        node.get<Model<Account>>(getModelToken(ACCOUNT_MODEL)).deleteOne({ _id: account._id }),
      );
      expect(found).toEqual([null, null]);
    });

    it('ends when what proves the identity changed', async () => {
      const found = await afterASecond((account) =>
        changeAccount(account, { credentialRevision: account.credentialRevision + 1 }),
      );
      expect(found).toEqual([null, null]);
    });

    it('loses a group that is deactivated', async () => {
      const found = await afterASecond(
        () =>
          node
            .get<Model<Group>>(getModelToken(GROUP_MODEL))
            .updateOne({ name: 'deactivated' }, { inactive: true }),
        ['deactivated'],
      );
      expect(found.map((one) => one?.principal.groups)).toEqual([[], []]);
    });

    it('loses role admin when the profile no longer names its group', async () => {
      const remaining = [{ provenance: 'platform', name: 'admin' }];
      await anAccount(node, { roles: remaining, password: 'who remains' });
      const account = await anAccount(node, { groups: ['admins'] });
      const token = await aSessionOf(node, account);
      const roles = async (app: TestingModule) =>
        (await sessions(app).find(token))?.principal.roles.map(({ name }) => name);
      expect(await roles(node)).toEqual(['admin']);
      await node
        .get<Model<Group>>(getModelToken(GROUP_MODEL))
        .updateOne({ name: 'admins' }, { assignedRoles: [] });
      clock.advance({ seconds: 1 });
      expect(await roles(node)).toEqual(['admin']);
      await roles(otherNode);
      await node
        .get(ProfilesService)
        .updateActive((document) => ({ ...document, authenticationProps: {} }));
      clock.advance({ seconds: 1 });
      expect([await roles(node), await roles(otherNode)]).toEqual([[], []]);
    });
  });

  it('sweeps sessions that are over and keeps the others', async () => {
    const old = await aSignedInCaller(node);
    clock.advance({ minutes: 61 });
    const young = await aSignedInCaller(node);
    clock.advance({ minutes: 2 });
    await sessions().sweep();
    expect(await stored(old)).toBeNull();
    expect(await stored(young)).not.toBeNull();
  });
});

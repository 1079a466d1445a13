import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type TestingModule } from '@nestjs/testing';
import { testDatabase } from '#test/support/database.js';
import { HandClock } from '#test/support/hand-clock.js';
import { startUsers } from '#test/support/users-domain.js';
import { watchCommands, watched } from '#test/support/watch-commands.js';
import { groupInWords } from '../../../kernel/gbac-references.js';
import { GroupDirectory } from '../../../platform/auth/group-directory.js';
import { NESTING_MAX } from '../stored/nesting.js';
import { type NewAccount, UserRecordsService } from '../records/user-records.service.js';
import { IDENTITY_AGE_MAX_MS, IdentitiesService } from './identities.service.js';

describe('identities', () => {
  const database = testDatabase('identities');
  const clock = new HandClock();
  let app: TestingModule;
  let identities: IdentitiesService;
  let records: UserRecordsService;

  beforeAll(async () => {
    app = await startUsers(
      { uri: watched(database.uri), env: { ADMIN_PASSWORD: 'first-admin-password' } },
      clock,
    );
    identities = app.get(IdentitiesService, { strict: false });
    records = app.get(UserRecordsService, { strict: false });
  });
  afterAll(async () => {
    await app.close();
    await database.drop();
  });

  const account = (username: string, given: Partial<NewAccount> = {}) =>
    records.addAccount({ username, passwordHash: null, ...given });

  /** A group of local making, below the others. */
  const group = async (name: string, ...above: string[]) =>
    (await records.ensureGroup({ provenance: 'local', name, memberOf: above }))._id;

  /** A chain of groups; the id of the lowest. */
  const chain = async (name: string, length: number): Promise<string> => {
    const above = length > 1 ? [await chain(name, length - 1)] : [];
    return group(`${name}-${String(length)}`, ...above);
  };

  it('reads one level of groups at a time, however many groups there are', async () => {
    const above = await Promise.all(
      Array.from({ length: 20 }, (_, at) => chain(`wide-${String(at)}`, 3)),
    );
    const { _id } = await account('wide', { memberOf: above });
    const commands = watchCommands(app);
    const identity = await identities.load(_id, clock.now());
    expect(identity?.principal.groups).toHaveLength(60);
    expect(commands.seen.filter((command) => command === 'find groups')).toHaveLength(3);
    // Account, profile, assigned roles and the role that the profile gives.
    expect(commands.seen.length).toBeLessThanOrEqual(3 + 4);
  });

  it('reads no higher than groups may be nested, whatever stands in the database', async () => {
    const { _id } = await account('high', { memberOf: [await chain('high', NESTING_MAX + 5)] });
    const commands = watchCommands(app);
    const identity = await identities.load(_id, clock.now());
    expect(identity?.principal.groups).toHaveLength(NESTING_MAX);
    expect(commands.seen.filter((command) => command === 'find groups')).toHaveLength(NESTING_MAX);
  });

  it('asks once for all that ask within a second', async () => {
    const { _id } = await account('busy');
    clock.advance({ ms: IDENTITY_AGE_MAX_MS });
    const commands = watchCommands(app);
    await Promise.all(Array.from({ length: 50 }, () => identities.find(_id)));
    clock.advance({ ms: IDENTITY_AGE_MAX_MS - 1 });
    await identities.find(_id);
    expect(commands.seen.filter((command) => command.endsWith(' accounts'))).toHaveLength(1);
    clock.advance({ ms: 1 });
    await identities.find(_id);
    expect(commands.seen.filter((command) => command.endsWith(' accounts'))).toHaveLength(2);
  });

  describe('the group directory', () => {
    it('resolves ids and names, each group once, and names what it does not know', async () => {
      const noc = await group('Noc Team');
      const commands = watchCommands(app);
      const { gbac, unknown } = await app.get(GroupDirectory, { strict: false }).resolveGbac({
        read: [
          noc,
          { provenance: 'local', name: 'NOC team' },
          { provenance: 'ldap', name: 'noc team' },
        ],
        write: ['gone', { provenance: 'local', name: 'noc team' }],
      });
      expect(gbac).toEqual({ read: [noc], write: [noc] });
      expect(unknown.map(groupInWords)).toEqual(['ldap/noc team', 'gone']);
      expect(commands.seen.length).toBeLessThanOrEqual(4);
    });

    it('asks nobody about no group', async () => {
      const commands = watchCommands(app);
      const directory = app.get(GroupDirectory, { strict: false });
      expect(await directory.resolveGbac({ read: [], write: [] })).toEqual({
        gbac: { read: [], write: [] },
        unknown: [],
      });
      expect(commands.seen).toEqual([]);
    });
  });
});

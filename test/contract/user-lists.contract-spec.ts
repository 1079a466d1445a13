import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { getModelToken } from '@nestjs/mongoose';
import { type TestingModule } from '@nestjs/testing';
import { type Model } from 'mongoose';
import { AccountViewsService } from '../../src/domains/user-management/accounts/account-views.service.js';
import { type Account } from '../../src/domains/user-management/stored/account.js';
import { ACCOUNT_MODEL } from '../../src/domains/user-management/stored/account.schema.js';
import { AdminGuardService } from '../../src/domains/user-management/accounts/admin-guard.service.js';
import { ProfilesSeed } from '../../src/domains/profiles/profiles.seed.js';
import { type Group } from '../../src/domains/user-management/stored/group.js';
import { GROUP_MODEL } from '../../src/domains/user-management/stored/group.schema.js';
import { GroupsService } from '../../src/domains/user-management/groups/groups.service.js';
import { RolesService } from '../../src/domains/user-management/roles/roles.service.js';
import { UserManagementSeed } from '../../src/domains/user-management/user-management.seed.js';
import { ACCOUNT_LIST } from '../../src/domains/user-management/accounts/account-list.js';
import { GROUP_LIST } from '../../src/domains/user-management/groups/group-list.js';
import { ROLE_LIST } from '../../src/domains/user-management/roles/role-lists.js';
import { testDatabase } from '../support/database.js';
import { startDomain } from '../support/domain-app.js';
import { type ExplainedRead, explainReads } from '../support/explained.js';
import { partOfList } from '../support/part-of-list.js';
import { UsersDomain } from '../support/users-domain.js';
import { watched } from '../support/watch-commands.js';

const ACCOUNTS = 20_000;
const GROUPS = 5000;
const META = { created: new Date(0), updated: new Date(0) };

const padded = (at: number) => String(at).padStart(5, '0');
const idOf = (kind: number, at: number) => `${String(kind)}${String(at).padStart(23, '0')}`;

function account(at: number): Account {
  const firstname = `First ${padded(at % 500)}`;
  return {
    _id: idOf(1, at),
    provenance: at % 10 === 0 ? 'ldap' : 'local',
    username: `User-${padded(at)}`,
    usernameFolded: `user-${padded(at)}`,
    firstname,
    firstnameFolded: firstname.toLowerCase(),
    passwordHash: null,
    passwordUnseen: false,
    external: null,
    isServiceAccount: at % 100 === 1,
    memberOf: [idOf(2, at % GROUPS), idOf(2, (at * 7) % GROUPS)],
    assignedRoles: [],
    inactive: at % 20 === 3,
    credentialRevision: 1,
    sessionSerial: 0,
    lastSignIn: at % 2 === 0 ? new Date(at * 1000) : null,
    revision: 1,
    _meta: META,
  };
}

function group(at: number): Group {
  return {
    _id: idOf(2, at),
    provenance: 'local',
    name: `Group-${padded(at)}`,
    nameFolded: `group-${padded(at)}`,
    description: at % 50 === 1 ? 'Rare' : 'Usual',
    descriptionFolded: at % 50 === 1 ? 'rare' : 'usual',
    memberOf: at % 10 === 0 ? [] : [idOf(2, at - 1)],
    assignedRoles: [],
    inactive: at % 5 === 2,
    revision: 1,
    _meta: META,
  };
}

const numbers = (count: number) => Array.from({ length: count }, (_, at) => at);
const countOf = (count: number, rule: (at: number) => boolean) =>
  numbers(count).filter(rule).length;

/**
 * A page reads what it skips and shows, a count nothing but keys (or the one document of a name). Where few have a
 * part of a text, their ids are read first, which tells the total.
 */
function expectLean(reads: readonly ExplainedRead[], collection: string): void {
  const own = reads.filter((read) => read.collection === collection);
  const kinds = own.map(({ kind }) => kind).sort();
  expect([['count', 'find'], ['count', 'find', 'find'], ['find', 'find'], ['find']]).toContainEqual(
    kinds,
  );
  for (const { kind, skip, docsExamined, returned, stages } of own) {
    const most = kind === 'count' ? 1 : skip + returned + 1;
    expect([kind, docsExamined, docsExamined <= most]).toEqual([kind, docsExamined, true]);
    expect(stages).not.toContain('COLLSCAN');
    expect(returned > 1 && stages.includes('SORT')).toBe(false);
  }
  // Names of groups and states of locks come by their ids.
  for (const { stages } of reads) expect(stages).not.toContain('COLLSCAN');
}

describe('the indexes of users', () => {
  const database = testDatabase('user-lists');
  let node: TestingModule;

  const fill = (model: string, documents: readonly object[]) =>
    node.get<Model<unknown>>(getModelToken(model)).collection.insertMany(documents);

  beforeAll(async () => {
    node = await startDomain({
      uri: watched(database.uri),
      module: UsersDomain,
      env: { ADMIN_PASSWORD: 'first-admin-password' },
      seeds: [ProfilesSeed, UserManagementSeed],
    });
    await fill(ACCOUNT_MODEL, numbers(ACCOUNTS).map(account));
    await fill(GROUP_MODEL, numbers(GROUPS).map(group));
  });
  afterAll(async () => {
    await node.close();
    await database.drop();
  });

  const search = { startsWith: 'USER-', limit: 100 } as const;
  it.each<[string, object, (at: number) => boolean]>([
    ['the first page', search, () => true],
    ['a page far down, backwards', { ...search, skip: 15_000, order: -1 }, () => true],
    ['one name', { equals: 'User-00007' }, (at) => at === 7],
    ['one id', { equals: idOf(1, 7), equalsField: '_id' }, (at) => at === 7],
    ['the inactive ones', { ...search, inactive: true, skip: 500 }, (at) => at % 20 === 3],
    ['those of programs', { ...search, isServiceAccount: true }, (at) => at % 100 === 1],
    ['a provenance', { equals: 'ldap', equalsField: 'provenance' }, (at) => at % 10 === 0],
    ['a part of the name', { contains: 'ER-0001' }, (at) => at >= 10 && at < 20],
    [
      'a part of the first name, active ones',
      { contains: 'FIRST 0000', containsField: 'firstname', inactive: false },
      (at) => at % 500 < 10 && at % 20 !== 3,
    ],
    [
      'first names, sorted by them',
      { startsWith: 'first 001', startsWithField: 'firstname', sort: 'firstname', skip: 100 },
      (at) => at % 500 >= 100 && at % 500 < 200,
    ],
    ['the last sign-in', { ...search, sort: 'lastSignIn', order: -1, skip: 1000 }, () => true],
    ['what is not there', { contains: 'nobody' }, () => false],
  ])('let a list of accounts by %s read its own documents alone', async (_, options, rule) => {
    const { reads, result } = await explainReads(node, () =>
      node.get(AccountViewsService).list(partOfList(ACCOUNT_LIST, options)),
    );
    expectLean(reads, 'accounts');
    expect(result.total).toBe(countOf(ACCOUNTS, rule));
  });

  it.each<[string, object, (at: number) => boolean]>([
    ['the first page', { startsWith: 'group-' }, () => true],
    ['a page far down, backwards', { startsWith: 'group-', skip: 4000, order: -1 }, () => true],
    ['the active ones', { startsWith: 'group-', inactive: false }, (at) => at % 5 !== 2],
    [
      'a part of the description',
      { contains: 'RAR', containsField: 'description' },
      (at) => at % 50 === 1,
    ],
    ['one name', { equals: 'Group-00009' }, (at) => at === 9],
  ])('let a list of groups by %s read its own documents alone', async (_, options, rule) => {
    const { reads, result } = await explainReads(node, () =>
      node.get(GroupsService).list(partOfList(GROUP_LIST, options)),
    );
    expectLean(reads, 'groups');
    expect(result.total).toBe(countOf(GROUPS, rule));
  });

  it('let lists without any filter read their own documents alone', async () => {
    const all = { limit: 10, skip: 5 };
    const accounts = await explainReads(node, () =>
      node.get(AccountViewsService).list(partOfList(ACCOUNT_LIST, all)),
    );
    expectLean(accounts.reads, 'accounts');
    expect(accounts.result.total).toBe(ACCOUNTS + 1);
    const groups = await explainReads(node, () =>
      node.get(GroupsService).list(partOfList(GROUP_LIST, all)),
    );
    expectLean(groups.reads, 'groups');
    expect(groups.result.total).toBe(GROUPS + 1);
  });

  it('let operation 8 read its own documents alone', async () => {
    const { reads, result } = await explainReads(node, () =>
      node.get(RolesService).list(partOfList(ROLE_LIST, { contains: 'API' })),
    );
    expectLean(reads, 'roles');
    expect(result.total).toBe(2);
  });

  it('let the guard of the last administrator look at administrators alone', async () => {
    const { reads } = await explainReads(node, () =>
      node
        .get(AdminGuardService)
        .whileAdminRemains({ account: { id: idOf(1, 1), as: null } }, () => Promise.resolve()),
    );
    const looked = reads.filter(({ collection }) => ['accounts', 'groups'].includes(collection));
    expect(looked.length).toBeGreaterThan(2);
    for (const { stages, docsExamined } of looked) {
      expect(stages).not.toContain('COLLSCAN');
      expect(docsExamined).toBeLessThanOrEqual(2);
    }
  });
});

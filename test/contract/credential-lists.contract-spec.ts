import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { getModelToken } from '@nestjs/mongoose';
import { type TestingModule } from '@nestjs/testing';
import { type Model } from 'mongoose';
import { SERVICE_ACCOUNT_LIST } from '../../src/domains/user-management/service-accounts/service-account-list.js';
import { ServiceAccountsService } from '../../src/domains/user-management/service-accounts/service-accounts.service.js';
import { SESSION_LIST } from '../../src/domains/user-management/sessions/session-list.js';
import { SessionListService } from '../../src/domains/user-management/sessions/session-list.service.js';
import { type ScopeRequest } from '../../src/domains/user-management/sessions/credential-scope.js';
import { type Session } from '../../src/domains/user-management/sessions/session.js';
import { SESSION_MODEL } from '../../src/domains/user-management/sessions/session.schema.js';
import { type ApiToken } from '../../src/domains/user-management/tokens/api-token.js';
import { API_TOKEN_LIST } from '../../src/domains/user-management/tokens/api-token-list.js';
import { ApiTokenListService } from '../../src/domains/user-management/tokens/api-token-list.service.js';
import { API_TOKEN_MODEL } from '../../src/domains/user-management/tokens/api-token.schema.js';
import { UserRecordsService } from '../../src/domains/user-management/records/user-records.service.js';
import { type Principal } from '../../src/kernel/principal.js';
import { testDatabase } from '../support/database.js';
import { type ExplainedRead, explainReads } from '../support/explained.js';
import { HandClock } from '../support/hand-clock.js';
import { partOfList } from '../support/part-of-list.js';
import { startUsers } from '../support/users-domain.js';
import { watched } from '../support/watch-commands.js';

const DOCUMENTS = 10_000;
const OWNERS = 50;
const numbers = Array.from({ length: DOCUMENTS }, (_, at) => at);
const ownerOf = (at: number) => `owner-${String(at % OWNERS)}`;
const hasEnded = (at: number) => at % 10 === 3;

const admin: Principal = {
  id: 'admin',
  provenance: 'local',
  username: 'admin',
  firstname: '',
  groups: [],
  roles: [{ id: 'r', provenance: 'platform', name: 'admin' }],
};

/** A page reads what it skips and shows, a count nothing but keys. */
function expectLean(reads: readonly ExplainedRead[], collection: string): void {
  const own = reads.filter((read) => read.collection === collection);
  expect(own.map(({ kind }) => kind).sort()).toEqual(['count', 'find']);
  for (const { kind, skip, docsExamined, returned, stages } of own) {
    const most = kind === 'count' ? 0 : skip + returned;
    expect([kind, docsExamined <= most]).toEqual([kind, true]);
    expect(stages).not.toContain('SORT');
  }
  for (const { stages } of reads) expect(stages).not.toContain('COLLSCAN');
}

describe('the indexes of credentials', () => {
  const database = testDatabase('credential-lists');
  const clock = new HandClock();
  let node: TestingModule;

  const createdAt = (at: number) => new Date(clock.now().getTime() - at * 1000);
  const endOf = (at: number) => new Date(clock.now().getTime() + (hasEnded(at) ? -1000 : 1000));
  const fill = (model: string, documents: readonly object[]) =>
    node.get<Model<unknown>>(getModelToken(model)).collection.insertMany([...documents]);
  const session = (at: number): Session => ({
    _id: `session-${String(at)}`,
    tokenKey: `key-${String(at)}`,
    account: ownerOf(at),
    isAccessToken: false,
    serial: 1,
    credentialRevision: 1,
    created: createdAt(at),
    lastSeen: createdAt(at),
    expires: endOf(at),
    address: '',
    userAgent: '',
  });
  const token = (at: number): ApiToken => ({
    _id: `token-${String(at)}`,
    tokenKey: `key-${String(at)}`,
    account: ownerOf(at),
    name: `token ${String(at)}`,
    nameFolded: `token ${String(at)}`,
    roles: null,
    networks: [],
    credentialRevision: 1,
    created: createdAt(at),
    expires: endOf(at),
    lastUsed: null,
  });

  beforeAll(async () => {
    node = await startUsers(
      { uri: watched(database.uri), env: { ADMIN_PASSWORD: 'first-admin-password' } },
      clock,
    );
    await fill(SESSION_MODEL, numbers.map(session));
    await fill(API_TOKEN_MODEL, numbers.map(token));
  });
  afterAll(async () => {
    await node.close();
    await database.drop();
  });

  const isOfSeven = (at: number) => ownerOf(at) === 'owner-7';
  const cases: [string, ScopeRequest, { skip: number; limit: number }, (at: number) => boolean][] =
    [
      ['all of them', { all: true }, { skip: 0, limit: 100 }, () => true],
      ['all of them, far down', { all: true }, { skip: 8000, limit: 100 }, () => true],
      ['those of an account', { account: 'owner-7' }, { skip: 20, limit: 50 }, isOfSeven],
      ['those of nobody', { account: 'absent' }, { skip: 0, limit: 50 }, () => false],
    ];

  it.each(cases)('let a list of sessions, %s, read its own documents alone', async (...given) => {
    const [, scope, page, rule] = given;
    const { reads, result } = await explainReads(node, () =>
      node.get(SessionListService).list(partOfList(SESSION_LIST, { ...scope, ...page }), admin),
    );
    expectLean(reads, 'sessions');
    expect(result.total).toBe(numbers.filter((at) => rule(at) && !hasEnded(at)).length);
  });

  it.each(cases)('let a list of API tokens, %s, read its own documents alone', async (...given) => {
    const [, scope, page, rule] = given;
    const { reads, result } = await explainReads(node, () =>
      node.get(ApiTokenListService).list(partOfList(API_TOKEN_LIST, { ...scope, ...page }), admin),
    );
    expectLean(reads, 'api_tokens');
    expect(result.total).toBe(numbers.filter(rule).length);
  });

  it('let a list of service accounts read its own documents alone', async () => {
    const records = node.get(UserRecordsService);
    for (const at of numbers.slice(0, 60)) {
      const username = `account ${String(at)}`;
      await records.addAccount({ username, passwordHash: null, isServiceAccount: at % 2 === 1 });
    }
    const { reads, result } = await explainReads(node, () =>
      node
        .get(ServiceAccountsService)
        .list(partOfList(SERVICE_ACCOUNT_LIST, { skip: 5, limit: 10 })),
    );
    expectLean(reads, 'accounts');
    expect(result.total).toBe(30);
  });
});

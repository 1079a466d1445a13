import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Module } from '@nestjs/common';
import { getModelToken } from '@nestjs/mongoose';
import { type TestingModule } from '@nestjs/testing';
import { type Model } from 'mongoose';
import { AuditEntriesRepository } from '../../src/domains/audit/audit-entries.repository.js';
import { AuditEntriesService } from '../../src/domains/audit/audit-entries.service.js';
import { AUDIT_LIST } from '../../src/domains/audit/audit-list.js';
import { AUDIT_RECORD_MODEL } from '../../src/platform/audit/audit-record.schema.js';
import { AuditRecordsRepository } from '../../src/platform/audit/audit-records.repository.js';
import { AuditTrailModule } from '../../src/platform/audit/audit-trail.module.js';
import { SecretsModule } from '../../src/platform/secrets/secrets.module.js';
import { partOfList } from '../support/part-of-list.js';
import { testDatabase } from '../support/database.js';
import { startDomain } from '../support/domain-app.js';
import { type ExplainedRead, explainReads } from '../support/explained.js';
import { watched } from '../support/watch-commands.js';

const DOCUMENTS = 10_000;
const CHAINS = 20;
const START = Date.parse('2026-01-01T00:00:00Z');

const timeOf = (at: number): string => new Date(START + at * 1000).toISOString();

function record(at: number): object {
  const type = at % 3 === 0 ? 'package' : 'account';
  return {
    _id: String(at).padStart(24, '0'),
    chain: `chain-${String(at % CHAINS)}`,
    sequence: Math.floor(at / CHAINS) + 1,
    at: new Date(timeOf(at)),
    until: new Date(timeOf(at)),
    kind: at % 10 === 0 ? 'refused-sign-in' : 'change',
    outcome: at % 10 === 0 ? 'refused' : at % 100 === 1 ? 'failed' : 'done',
    accountId: `account-${String(at % 50)}`,
    username: `User ${String(at % 50)}`,
    usernameFolded: `user ${String(at % 50)}`,
    operation: `operation-${String(at % 7)}`,
    address: `192.0.2.${String(at % 40)}`,
    requestId: `request-${String(at)}`,
    objectKeys: [type, `${type}:${String(at % 200)}`],
    changes: [],
    heads: [],
    removed: [],
    count: 1,
    hash: String(at),
  };
}

@Module({
  imports: [SecretsModule, AuditTrailModule],
  providers: [AuditEntriesRepository, AuditEntriesService],
})
class AuditReads {}

const NUMBERS = Array.from({ length: DOCUMENTS }, (_, at) => at);
const countOf = (rule: (at: number) => boolean): number => NUMBERS.filter(rule).length;

describe('the indexes of the audit trail', () => {
  const database = testDatabase('audit-indexes');
  let node: TestingModule;

  const look = (search: object) =>
    explainReads(node, () => node.get(AuditEntriesService).list(partOfList(AUDIT_LIST, search)));

  /** Sorted by the index, and no further than the page and what one condition leaves. */
  const expectLean = (reads: readonly ExplainedRead[], most: (read: ExplainedRead) => number) => {
    expect(reads).toHaveLength(2);
    for (const read of reads) {
      expect(read.stages).not.toContain('COLLSCAN');
      expect(read.stages).not.toContain('SORT');
      expect(read.docsExamined).toBeLessThanOrEqual(most(read));
    }
  };

  beforeAll(async () => {
    node = await startDomain({
      uri: watched(database.uri),
      module: AuditReads,
      env: { SECRETS_KEYS: Buffer.alloc(32, 7).toString('base64') },
    });
    const model = node.get<Model<unknown>>(getModelToken(AUDIT_RECORD_MODEL));
    await model.collection.insertMany(NUMBERS.map(record));
  });
  afterAll(async () => {
    await node.close();
    await database.drop();
  });

  it.each<[string, object, (at: number) => boolean]>([
    ['the newest', {}, () => true],
    ['a page far down, oldest first', { skip: 5000, limit: 50, order: 1 }, () => true],
    ['a span of time', { from: timeOf(100), to: timeOf(300) }, (at) => at >= 100 && at < 300],
    ['one kind', { kind: 'refused-sign-in' }, (at) => at % 10 === 0],
    ['one outcome', { outcome: 'failed' }, (at) => at % 100 === 1],
    ['one account', { account: 'account-7' }, (at) => at % 50 === 7],
    ['one name', { username: 'USER 7' }, (at) => at % 50 === 7],
    ['one operation', { operation: 'operation-3', skip: 100 }, (at) => at % 7 === 3],
    ['one kind of objects', { objectType: 'package' }, (at) => at % 3 === 0],
    [
      'one object',
      { objectType: 'package', objectId: '3' },
      (at) => at % 3 === 0 && at % 200 === 3,
    ],
    ['one request', { requestId: 'request-77' }, (at) => at === 77],
    ['one address', { address: '192.0.2.9' }, (at) => at % 40 === 9],
    [
      'one account in a span of time',
      { account: 'account-7', from: timeOf(5000) },
      (at) => at % 50 === 7 && at >= 5000,
    ],
  ])('let %s look at its own documents alone', async (_, search, rule) => {
    const { reads, result } = await look(search);
    expectLean(reads, ({ kind, skip, returned }) => (kind === 'count' ? 1 : skip + returned + 1));
    expect(result.total).toBe(countOf(rule));
  });

  it.each<[string, object, (at: number) => boolean, number]>([
    [
      'an account and an operation',
      { account: 'account-7', operation: 'operation-3' },
      (at) => at % 50 === 7 && at % 7 === 3,
      countOf((at) => at % 50 === 7),
    ],
    [
      'refusals of an address',
      { kind: 'refused-sign-in', address: '192.0.2.10' },
      (at) => at % 40 === 10,
      countOf((at) => at % 40 === 10),
    ],
    [
      'an object and an outcome',
      { objectType: 'account', objectId: '1', outcome: 'done' },
      (at) => at % 3 !== 0 && at % 200 === 1 && at % 100 !== 1,
      countOf((at) => at % 200 === 1),
    ],
  ])('let %s look at what the rarer of them leaves', async (_, search, rule, most) => {
    const { reads, result } = await look(search);
    expectLean(reads, () => most);
    expect(result.total).toBe(countOf(rule));
  });

  it('let a new chain find the ends of the others with one look each', async () => {
    const { reads, result } = await explainReads(node, () =>
      node.get(AuditRecordsRepository).heads(100),
    );
    expect(result).toHaveLength(CHAINS);
    expect(result.every(({ sequence }) => sequence === DOCUMENTS / CHAINS)).toBe(true);
    expect(reads[0]?.docsExamined).toBeLessThanOrEqual(CHAINS);
  });

  it('let retention find the chains that begin too long ago with one look each', async () => {
    const { reads, result } = await explainReads(node, () =>
      node.get(AuditRecordsRepository).chainsBegunBefore(new Date(timeOf(5))),
    );
    expect(result).toHaveLength(5);
    expect(reads[0]?.docsExamined).toBeLessThanOrEqual(CHAINS);
  });
});

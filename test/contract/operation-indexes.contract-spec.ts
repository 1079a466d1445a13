import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Module } from '@nestjs/common';
import { getModelToken } from '@nestjs/mongoose';
import { type TestingModule } from '@nestjs/testing';
import { type Model } from 'mongoose';
import { IdempotencyModule } from '../../src/api/idempotency/idempotency.module.js';
import { OperationsModule } from '../../src/domains/tracking/operations.module.js';
import { type OperationVisibility } from '../../src/domains/tracking/operation-visibility.js';
import { OPERATION_LIST } from '../../src/domains/tracking/operation-list.js';
import { VisibleOperationsRepository } from '../../src/domains/tracking/visible-operations.repository.js';
import { TRACKED_OPERATION_MODEL } from '../../src/platform/tracking/tracked-operation.schema.js';
import { OPERATION_KINDS } from '../../src/platform/tracking/tracked-operation.js';
import { testDatabase } from '../support/database.js';
import { startDomain } from '../support/domain-app.js';
import { expectLean, explainReads } from '../support/explained.js';
import { partOfList } from '../support/part-of-list.js';
import { watched } from '../support/watch-commands.js';

@Module({ imports: [IdempotencyModule, OperationsModule] })
class OperationReads {}

const DOCUMENTS = 10_000;
const operation = (_: unknown, at: number) => ({
  _id: `operation-${String(at).padStart(5, '0')}`,
  rev: 1,
  subject: 'x',
  isCancellable: false,
  isCancelAsked: false,
  node: 'n',
  kind: OPERATION_KINDS[at % OPERATION_KINDS.length],
  state: at % 100 === 0 ? 'failed' : 'succeeded',
  accountId: at % 50 === 0 ? 'rare' : 'usual',
  progress: { done: 1, total: 1, step: '' },
  created: new Date(Date.parse('2026-01-01T00:00:00Z') + at * 1000),
  failure: null,
  result: { long: 'x'.repeat(1000) },
});
const ALL: OperationVisibility = { all: OPERATION_KINDS, own: [], accountId: 'a' };
const OWN: OperationVisibility = { all: [], own: OPERATION_KINDS, accountId: 'rare' };

describe('lists of operations go by their indexes', () => {
  const database = testDatabase('operation-indexes');
  let domain: TestingModule;

  beforeAll(async () => {
    domain = await startDomain({ uri: watched(database.uri), module: OperationReads });
    const model = domain.get<Model<unknown>>(getModelToken(TRACKED_OPERATION_MODEL), {
      strict: false,
    });
    const documents = Array.from({ length: DOCUMENTS }, operation);
    await model.collection.insertMany(documents as never);
  });
  afterAll(async () => {
    await domain.close();
    await database.drop();
  });

  it.each([
    ['all', {}, ALL, DOCUMENTS],
    ['those of one kind', { kind: 'import' }, ALL, DOCUMENTS / 5],
    ['those of one state', { state: 'failed' }, ALL, DOCUMENTS / 100],
    ['those of one account', {}, OWN, DOCUMENTS / 50],
    ['those of one account, kind and state', { kind: 'install', state: 'failed' }, OWN, 100],
  ] as const)('%s', async (_, wanted, sight, total) => {
    const operations = domain.get(VisibleOperationsRepository, { strict: false });
    const { result, reads } = await explainReads(domain, () =>
      operations.list(partOfList(OPERATION_LIST, { ...wanted, skip: 10 }), sight),
    );
    expect(result.total).toBe(total);
    expect(result.items).toHaveLength(25);
    expect(result.items.every(({ result: answered }) => answered === null)).toBe(true);
    expectLean(reads);
  });
});

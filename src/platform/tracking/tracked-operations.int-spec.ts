import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { Module } from '@nestjs/common';
import { type TestingModule } from '@nestjs/testing';
import { testDatabase } from '../../../test/support/database.js';
import { startDomain } from '../../../test/support/domain-app.js';
import { TrackedOperations } from './tracked-operations.service.js';

@Module({})
class Nothing {}

describe('TrackedOperations', () => {
  const database = testDatabase('tracked-operations');
  let node: TestingModule;
  beforeAll(async () => {
    node = await startDomain({ uri: database.uri, module: Nothing });
  });
  afterAll(async () => {
    await node.close();
    await database.drop();
  });

  it('does work and keeps what it answers', async () => {
    const operations = node.get(TrackedOperations, { strict: false });
    const { id, ended } = await operations.run(
      { kind: 'import', subject: '2 documents', isCancellable: true },
      null,
      (progress) => {
        progress.report({ done: 1, total: 2, step: 'a' });
        return Promise.resolve({ imported: 2 });
      },
    );
    expect(await ended).toEqual({ imported: 2 });
    expect(await operations.find(id)).toMatchObject({
      ...{ state: 'succeeded', result: { imported: 2 }, failure: null },
      progress: { done: 1, total: 2, step: 'a' },
    });
  });
});

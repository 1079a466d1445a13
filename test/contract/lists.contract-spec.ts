import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { getConnectionToken } from '@nestjs/mongoose';
import { type OpenAPIObject } from '@nestjs/swagger';
import { type Connection } from 'mongoose';
import { declaredLists } from '../../src/api/lists/list-declaration.js';
import {
  BUILT_OPERATIONS,
  type OperationId,
  operationSpec,
} from '../../src/api/operations/operations.js';
import { BackgroundTasks } from '../../src/platform/scheduling/background-tasks.js';
import { stagesOf } from '../support/explained.js';
import { inputsOf } from '../support/contract/operation-inputs.js';
import { startApp, type TestApp } from '../support/start-app.js';

const SCIM = 'the grammar of RFC 7644, which its clients speak';
const PART = 'one object, with a part of what it holds';

/** Operations that take a limit and have no list of their own, and why. */
const OTHERS: Partial<Record<OperationId, string>> = {
  getBackupRun: PART,
  getJobValue: 'a part of one text',
  getServiceChange: PART,
  getServiceOperation: PART,
  listAdapterTypes: 'a few fixed words',
  listConfigurationParsers: 'a few fixed words',
  listNextRuns: 'computed, and 50 at most',
  listScimGroups: SCIM,
  listScimResourceTypes: SCIM,
  listScimSchemas: SCIM,
  listScimUsers: SCIM,
  listWorkflows: 'all of them, streamed',
  streamEvents: 'a stream',
};

describe('the lists of the operations table', () => {
  let platform: TestApp;
  let document: OpenAPIObject;
  const every = vi.spyOn(BackgroundTasks.prototype, 'every');
  beforeAll(async () => {
    platform = await startApp('lists-contract');
    document = platform.document();
  });
  afterAll(() => {
    every.mockRestore();
    return platform.close();
  });

  const takesLimit = (id: OperationId): boolean =>
    inputsOf(document, id).some(
      ({ carrier, schema }) =>
        carrier !== 'body' && 'properties' in schema && 'limit' in (schema.properties as object),
    );

  it('are all declared: none has a grammar of its own', () => {
    const gets = BUILT_OPERATIONS.filter((id) => operationSpec(id).method === 'GET');
    const lists = gets.filter((id) => /^(list|search)/.test(id) || takesLimit(id));
    const undeclared = lists.filter((id) => !declaredLists().has(id));
    expect(undeclared.sort()).toEqual(Object.keys(OTHERS).sort());
  });

  it('belong to operations that are built', () => {
    for (const id of declaredLists().keys()) expect(BUILT_OPERATIONS).toContain(id);
  });

  it('and what background tasks look for are found by indexes', async () => {
    const { db } = platform.app.get<Connection>(getConnectionToken(), { strict: false });
    const sought = every.mock.calls.flatMap(([name, , , { due } = {}]) => {
      const filter = due?.filter();
      return due && filter ? [{ name, collection: due.collection, filter }] : [];
    });
    const without: string[] = [];
    for (const { name, collection, filter } of sought) {
      const plan = await db?.collection(collection).find(filter).limit(1).explain('queryPlanner');
      if (stagesOf(plan ?? {}).includes('COLLSCAN')) without.push(name);
    }
    expect(sought.length).toBeGreaterThan(0);
    expect(without).toEqual([]);
  });
});

import { describe, expect, it } from 'vitest';
import { findOperation } from './find-operation.js';
import { BUILT_OPERATIONS, operationSpec } from './operations.js';

describe('findOperation', () => {
  it.each([
    ['whoami', 'whoami'],
    [' whoami ', 'whoami'],
    ['GET /whoami', 'whoami'],
    ['get whoami/', 'whoami'],
    ['GET /prebuilts/:id', 'getPrebuilt'],
    ['GET //prebuilts/some%20id?x=1', 'getPrebuilt'],
    ['POST /prebuilts/import', 'importPrebuilt'],
    ['DELETE /prebuilts/import', 'deletePrebuilt'],
    ['GET /prebuilts', 'listInstalledPrebuilts'],
  ])('takes %j for %s', (text, id) => {
    expect(findOperation(text)).toBe(id);
  });

  it('takes what lies below the base URL of operation 5 where it is served', () => {
    const path = '/orchestrator_manager/restAction/Local%20NSO';
    expect(findOperation(`POST /api/v1${path}`, '/api/v1')).toBe('restAction');
    expect(findOperation(`POST ${path}`, '/api/v1')).toBeUndefined();
    expect(findOperation(`POST ${path}`)).toBe('restAction');
    expect(findOperation('GET /whoami', '/api/v1')).toBe('whoami');
    expect(findOperation('GET /api/v1/whoami', '/api/v1')).toBeUndefined();
  });

  it.each([
    '',
    'constructor',
    'WHOAMI',
    'PATCH /whoami',
    'GET /nowhere',
    'GET /prebuilts/a/b/c',
    'GET',
    'searchBackupsAndMore',
  ])('knows nothing by %j', (text) => {
    expect(findOperation(text)).toBeUndefined();
  });

  it('finds every mounted operation by its method and path', () => {
    const found = BUILT_OPERATIONS.map((id) => {
      const { method, path } = operationSpec(id);
      return findOperation(`${method} ${path}`);
    });
    // GET /login is one path for one operation; no two rows share method and path.
    expect(found).toEqual(BUILT_OPERATIONS);
  });
});

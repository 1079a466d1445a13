import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { loadConfig } from '../../src/platform/config/config.js';
import { ADAPTER, OrchestratorApp } from '../support/orchestrator-app.js';

const BASE_URL = '/api/v1.2';
const ACTION = `/orchestrator_manager/restAction/${encodeURIComponent(ADAPTER)}`;
const QUERY = `/orchestrator_manager/restQuery/${encodeURIComponent(ADAPTER)}`;
const params = { path: '/restconf/operations/tailf-ncs:clear-cache', accept: '' };

describe('the base URL of operation 5', () => {
  let app: OrchestratorApp;

  beforeAll(async () => {
    app = await OrchestratorApp.start('orchestratorBaseUrl', { ORCHESTRATOR_BASE_URL: BASE_URL });
  });
  afterAll(() => app.close());

  const post = (path: string, body: object) => app.app.as('admin', 'POST', path, { body });

  it('is where the operation is served, and nowhere else', async () => {
    const answer = await post(`${BASE_URL}${ACTION}`, { params, body: {} });
    expect(answer.json).toEqual([{ result: '204' }]);
    expect((await post(`${app.app.url}/${BASE_URL}${ACTION}/`, { params, body: {} })).status).toBe(
      200,
    );
    expect((await post(ACTION, { params, body: {} })).status).toBe(404);
    expect((await post(`/api/v1x2${ACTION}`, { params, body: {} })).status).toBe(404);
  });

  it('belongs to the path for other methods and other callers too', async () => {
    const other = await app.app.as('admin', 'GET', `${BASE_URL}${ACTION}`);
    expect(other.status).toBe(405);
    expect(other.headers.get('allow')).toBe('POST');
    expect((await app.app.as('admin', 'GET', ACTION)).status).toBe(404);
    expect((await app.app.call('POST', `${BASE_URL}${ACTION}`)).status).toBe(401);
    const body = { params, body: {} };
    const reader = await app.app.as('apiread', 'POST', `${BASE_URL}${ACTION}`, { body });
    expect(reader.status).toBe(403);
  });

  it('does not move the other operations', async () => {
    const body = { params: { path: '/restconf/data', accept: '' } };
    expect((await post(QUERY, body)).status).toBe(200);
    expect((await post(`${BASE_URL}${QUERY}`, body)).status).toBe(404);
  });

  it('belongs to the path of which access is explained', async () => {
    const explain = (operation: string) =>
      app.app.as<{ operation: { id: string; path: string } }>(
        'admin',
        'GET',
        `/authorization/explain?operation=${encodeURIComponent(operation)}`,
      );
    for (const asked of ['restAction', `POST ${BASE_URL}${ACTION}`])
      expect((await explain(asked)).json.operation).toMatchObject({
        id: 'restAction',
        path: `${BASE_URL}/orchestrator_manager/restAction/:adapterId`,
      });
    expect((await explain(`POST ${ACTION}`)).status).toBe(400);
  });

  it('is shown in the contract', () => {
    const { paths } = app.app.document();
    expect(paths[`${BASE_URL}/orchestrator_manager/restAction/{adapterId}`]).toHaveProperty('post');
    expect(paths).not.toHaveProperty(['/orchestrator_manager/restAction/{adapterId}']);
    expect(paths).toHaveProperty(['/orchestrator_manager/restQuery/{adapterId}']);
  });

  it.each(['api', '/api/', '//api', '/a/../b', '/.', '/a b', '/a?b', '/:id', '/*', 'http://x/'])(
    'cannot be %j',
    (ORCHESTRATOR_BASE_URL) => {
      expect(() => loadConfig({ ORCHESTRATOR_BASE_URL })).toThrow(/ORCHESTRATOR_BASE_URL/);
    },
  );
});

import {
  type ClientCall,
  DONE,
  FLAG,
  LIST,
  listWith,
  NUMBER,
  OBJECT,
  TEXT,
} from './client-call.js';

const PAGE = { results: LIST, total: NUMBER };
const PROJECT = { name: 'further project', description: '', iid: 1, components: [], folders: [] };
const TEMPLATES = '/configuration_manager/templates';

/** Calls of public clients that were read in their sources: SDKs for pipelines, exporters, playbooks. */
export const FURTHER_CALLS: readonly ClientCall[] = [
  {
    call: 'POST /login',
    body: { username: '{username}', password: '{password}' },
    signsIn: true,
  },
  {
    call: 'POST /automation-studio/projects/import',
    body: {
      project: PROJECT,
      assignNewReferences: false,
      conflictMode: 'insert-new',
      skipReferenceValidation: true,
    },
    reads: { data: { _id: TEXT, name: 'further project', members: [] } },
    keeps: { furtherProject: 'data._id' },
  },
  {
    call: 'POST /automation-studio/projects/import',
    body: { project: { ...PROJECT, name: 'renumbered' }, assignNewReferences: true },
    status: 400,
  },
  {
    call: 'DELETE /automation-studio/projects/:id',
    at: '/automation-studio/projects/{furtherProject}',
    reads: DONE,
  },
  {
    call: 'GET /automation-studio/workflows',
    at: '/automation-studio/workflows?equals[_id]=absent&include=name',
    reads: { items: [], total: 0 },
  },
  {
    call: 'GET /automation-studio/workflows',
    at: '/automation-studio/workflows?include=_id&limit=0',
    reads: { items: [], total: NUMBER },
  },
  {
    call: `POST ${TEMPLATES}`,
    body: {
      name: 'further template',
      template: 'x',
      variables: {},
      options: { deviceOSTypes: ['cisco-ios'] },
    },
    reads: { data: { id: TEXT, deviceOSTypes: ['cisco-ios'] } },
    keeps: { furtherTemplate: 'data.id' },
  },
  {
    call: `PUT ${TEMPLATES}`,
    body: { id: '{furtherTemplate}', data: { template: 'y' } },
    reads: { status: 'success', updated: 1 },
  },
  {
    call: `DELETE ${TEMPLATES}`,
    at: `${TEMPLATES}?templateIds={furtherTemplate}`,
    reads: { status: 'success', deleted: 1 },
  },
  {
    call: 'GET /authorization/accounts',
    at: '/authorization/accounts?inactive=False&isServiceAccount=False&skip=0&limit=100',
    reads: PAGE,
  },
  {
    call: 'GET /authorization/accounts',
    at: '/authorization/accounts?username=admin',
    reads: { results: [{ _id: TEXT, username: 'admin' }], total: 1 },
    keeps: { administrator: 'results.0._id' },
  },
  {
    call: 'PATCH /authorization/accounts/:id',
    at: '/authorization/accounts/{administrator}',
    body: { updates: { assignedRoles: [] } },
    reads: DONE,
  },
  {
    call: 'GET /authorization/roles',
    at: '/authorization/roles?skip=0&limit=100&sort=_id&order=-1',
    reads: PAGE,
  },
  {
    call: 'GET /authorization/methods',
    at: '/authorization/methods?limit=1000&skip=0',
    reads: PAGE,
  },
  { call: 'GET /server/config', reads: { settings: OBJECT } },
  {
    call: 'GET /indexes/status',
    at: '/indexes/status?collections=roles',
    reads: { complete: FLAG, collections: [{ collection: 'roles', missing: [] }] },
  },
  { call: 'GET /help/openapi', at: '/help/openapi?url=/', reads: { paths: OBJECT } },
  {
    call: 'GET /workflow_engine/tasks/metrics',
    at: '/workflow_engine/tasks/metrics?limit=200&skip=0',
    reads: {
      results: listWith({
        app: TEXT,
        name: TEXT,
        global: true,
        metrics: listWith({ totalSuccesses: NUMBER, totalErrors: NUMBER }),
      }),
      total: NUMBER,
    },
  },
];

import { chainOf, setsVariable } from '../factories/made-workflows.js';
import { type ClientCall, DONE, LIST, listWith, NUMBER, OBJECT, TEXT } from './client-call.js';

const VIEW = { header: 'x', message: 'x', variables: {}, btn_success: 'a', btn_failure: 'b' };
const WORKFLOW = chainOf('client engine', [setsVariable('made', 'here')]);
const WAITING = chainOf('client waits', [{ name: 'ViewData', type: 'manual', incoming: VIEW }]);
const JOB = { _id: TEXT, name: 'client engine', status: TEXT, tasks: OBJECT, metrics: OBJECT };
const SCHEMA = { type: 'object', properties: {} };
const TRIGGER = {
  description: '',
  enabled: true,
  actionType: 'automations',
  actionId: '{automation}',
  schema: SCHEMA,
  jst: null,
  verb: 'POST',
};

/** Workflows that run: automations, triggers, jobs, workers. */
export const ENGINE_CALLS: readonly ClientCall[] = [
  {
    call: 'POST /automation-studio/automations/import',
    body: { automations: [WORKFLOW, WAITING] },
    reads: { _id: TEXT, name: 'client engine' },
    keeps: { engine: '_id' },
  },
  {
    call: 'PUT /automation-studio/automations/:id',
    at: '/automation-studio/automations/{engine}',
    body: { update: { ...WORKFLOW, description: 'changed' } },
  },
  {
    call: 'POST /workflow_builder/import',
    body: { workflow: { ...WORKFLOW, name: 'client built' } },
    reads: { name: 'client built' },
  },
  {
    call: 'POST /workflow_engine/workflows/search',
    body: {
      options: { expand: ['last_updated_by', 'created_by'], query: { name: 'client engine' } },
    },
    reads: { results: [{ name: 'client engine', tasks: OBJECT }], total: 1 },
  },
  {
    call: 'POST /operations-manager/automations',
    body: { name: 'client automation', description: '', componentType: 'workflows' },
    reads: { message: TEXT, data: { _id: TEXT, name: 'client automation' } },
  },
  {
    call: 'PUT /operations-manager/automations',
    body: {
      automations: [
        {
          name: 'client imported',
          description: '',
          componentType: 'workflows',
          componentName: 'client engine',
          gbac: { read: [], write: [] },
          triggers: [],
        },
      ],
    },
    reads: { message: TEXT, data: [{ success: true, data: { _id: TEXT } }], metadata: OBJECT },
    keeps: { automation: 'data.0.data._id' },
  },
  {
    call: 'GET /operations-manager/automations',
    at: '/operations-manager/automations?limit=100&equals=client%20imported&equalsField=name',
    reads: { data: [{ name: 'client imported', gbac: OBJECT }], metadata: { total: 1 } },
  },
  {
    call: 'GET /operations-manager/automations/:id',
    at: '/operations-manager/automations/{automation}',
    reads: { message: TEXT, data: { _id: TEXT, componentName: 'client engine', gbac: OBJECT } },
  },
  {
    call: 'GET /operations-manager/automations/:id/export',
    at: '/operations-manager/automations/{automation}/export',
    reads: { message: TEXT, data: { name: 'client imported', triggers: [], gbac: OBJECT } },
  },
  {
    call: 'POST /operations-manager/triggers',
    body: { ...TRIGGER, name: 'client trigger', type: 'endpoint', routeName: 'client-route' },
    reads: { message: TEXT, data: { _id: TEXT, type: 'endpoint' }, metadata: OBJECT },
  },
  {
    call: 'PUT /operations-manager/triggers',
    body: {
      triggers: [
        { ...TRIGGER, name: 'client trigger 2', type: 'endpoint', routeName: 'client-route-2' },
      ],
    },
    reads: {
      message: TEXT,
      metadata: OBJECT,
      data: [{ success: true, data: { _id: TEXT, type: 'endpoint', name: 'client trigger 2' } }],
    },
  },
  {
    call: 'PUT /operations-manager/triggers',
    body: { triggers: [{ name: 'nowhere', type: 'endpoint', actionId: 'absent' }] },
    reads: { data: [{ success: false, message: TEXT, data: null }] },
  },
  {
    call: 'GET /operations-manager/triggers',
    at: '/operations-manager/triggers?equalsField=actionId&equals={automation}',
    reads: { data: listWith({ name: 'client trigger', routeName: 'client-route' }) },
  },
  {
    call: 'POST /operations-manager/triggers/endpoint/:route',
    at: '/operations-manager/triggers/endpoint/client-route',
    body: {},
    reads: { message: TEXT, data: JOB, metadata: OBJECT },
    keeps: { job: 'data._id' },
  },
  {
    call: 'DELETE /operations-manager/triggers/action/:id',
    at: '/operations-manager/triggers/action/{automation}',
    reads: DONE,
  },
  {
    call: 'DELETE /operations-manager/triggers/action/:id',
    at: '/operations-manager/triggers/action/66d02d8221161b4df2717495',
    status: 404,
  },
  {
    call: 'GET /operations-manager/triggers',
    at: '/operations-manager/triggers?equalsField=actionId&equals={automation}',
    reads: { data: [], metadata: { total: 0 } },
  },
  {
    call: 'DELETE /operations-manager/automations/:id',
    at: '/operations-manager/automations/{automation}',
    reads: { message: TEXT },
  },
  {
    call: 'GET /operations-manager/jobs',
    at: '/operations-manager/jobs?equals[name]=client%20engine&limit=100',
    reads: { data: [{ name: 'client engine', status: TEXT }], metadata: { total: 1 } },
  },
  {
    call: 'GET /operations-manager/jobs/:id',
    at: '/operations-manager/jobs/{job}',
    reads: { data: JOB },
  },
  {
    call: 'GET /operations-manager/tasks',
    at: '/operations-manager/tasks?equals[status]=running&include=name,status&limit=100',
    reads: { data: [], metadata: { total: 0 } },
  },
  {
    call: 'POST /operations-manager/jobs/pause',
    body: { jobIds: ['{job}'] },
    reads: { data: LIST },
  },
  {
    call: 'POST /operations-manager/jobs/resume',
    body: { jobIds: ['{job}'] },
    reads: { data: LIST },
  },
  {
    call: 'GET /workflow_engine/getJob/:id',
    at: '/workflow_engine/getJob/{job}',
    reads: { ...JOB, type: TEXT, variables: OBJECT },
  },
  {
    call: 'GET /workflow_engine/job/:id/output',
    at: '/workflow_engine/job/{job}/output',
    reads: { made: 'here' },
  },
  {
    call: 'GET /workflow_engine/job/:id/output',
    at: '/workflow_engine/job/66d02d8221161b4df2717495/output',
    status: 404,
  },
  {
    call: 'GET /workflow_engine/getJob/:id',
    at: '/workflow_engine/getJob/66d02d8221161b4df2717495',
    status: 404,
  },
  {
    call: 'POST /operations_manager/jobs/start',
    body: { workflow: 'client waits', options: { variables: {}, type: 'automation' } },
    reads: { data: { _id: TEXT, status: 'running' } },
    keeps: { waiting: 'data._id' },
  },
  {
    call: 'GET /workflow_engine/job/:id/output',
    at: '/workflow_engine/job/{waiting}/output',
    status: 409,
  },
  {
    call: 'POST /workflow_engine/jobs/search',
    body: {
      options: { limit: 10, skip: 0, sort: { 'metrics.start_time': -1 } },
      query: { name: 'client engine' },
    },
    reads: {
      results: [{ name: 'client engine', status: TEXT }],
      total: 1,
      metadata: { nextPageSkip: null },
    },
  },
  {
    call: 'GET /workflow_engine/jobs/metrics',
    at: '/workflow_engine/jobs/metrics?containsField=workflow.name&contains=client%20engine',
    reads: {
      results: [
        {
          _id: TEXT,
          workflow: { name: 'client engine' },
          metrics: LIST,
          jobsComplete: NUMBER,
          totalRunTime: NUMBER,
        },
      ],
      total: 1,
    },
  },
  {
    call: 'GET /workflow_engine/tasks/metrics',
    reads: { results: LIST, total: NUMBER },
  },
  {
    call: 'GET /workflow_engine/workers/status',
    reads: { taskWorker: { running: true }, jobWorker: { running: true } },
  },
  { call: 'POST /workflow_engine/deactivate', reads: DONE },
  { call: 'POST /workflow_engine/jobWorker/deactivate', reads: DONE },
  {
    call: 'GET /workflow_engine/workers/status',
    reads: { taskWorker: { running: false }, jobWorker: { running: false } },
  },
  { call: 'POST /workflow_engine/activate', reads: DONE },
  { call: 'POST /workflow_engine/jobWorker/activate', reads: DONE },
];

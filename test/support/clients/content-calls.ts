import { anArtifact } from '../factories/an-artifact.js';
import { type ClientCall, DONE, LIST, listWith, NUMBER, OBJECT, TEXT } from './client-call.js';

const TRANSFORMATION = { incoming: [], outgoing: [], steps: [], functions: [] };
const WORKFLOW = {
  type: 'automation',
  tasks: {
    workflow_start: { name: 'workflow_start' },
    workflow_end: { name: 'workflow_end' },
  },
  transitions: {
    workflow_start: { workflow_end: { type: 'standard', state: 'success' } },
    workflow_end: {},
  },
};
const TEMPLATE = {
  passRule: true,
  commands: [{ command: 'show version', passRule: true, rules: [{ rule: 'x', eval: 'contains' }] }],
};

/** Documents: transformations, workflows, templates, devices. */
export const CONTENT_CALLS: readonly ClientCall[] = [
  {
    call: 'POST /transformations',
    body: { ...TRANSFORMATION, name: 'client transformation' },
    reads: { _id: TEXT, name: 'client transformation' },
    keeps: { transformation: '_id' },
  },
  { call: 'GET /transformations', reads: { results: LIST, total: 1 } },
  {
    call: 'GET /transformations/:id',
    at: '/transformations/{transformation}',
    reads: { _id: TEXT, name: 'client transformation' },
  },
  {
    call: 'POST /transformations/import',
    body: { ...TRANSFORMATION, name: 'client import' },
    reads: { _id: TEXT, name: 'client import' },
    keeps: { imported: '_id' },
  },
  {
    call: 'POST /transformations/import',
    body: { transformation: { ...TRANSFORMATION, name: 'client import 2' }, name: 'stray' },
    status: 400,
  },
  { call: 'DELETE /transformations/:id', at: '/transformations/{imported}', status: 204 },
  {
    call: 'POST /automation-studio/automations',
    body: { automation: { ...WORKFLOW, name: 'client workflow' } },
    reads: { created: { _id: TEXT, name: 'client workflow' } },
    keeps: { workflow: 'created._id' },
  },
  {
    call: 'GET /automation-studio/workflows',
    reads: { items: listWith({ name: 'client workflow' }), total: NUMBER },
  },
  {
    call: 'POST /workflow_builder/export',
    body: { options: { _id: '{workflow}' } },
    reads: { name: 'client workflow', tasks: OBJECT, transitions: OBJECT },
  },
  {
    call: 'POST /workflow_builder/export',
    body: { options: { name: 'client workflow', type: 'automation' } },
    reads: { name: 'client workflow' },
  },
  { call: 'POST /workflow_builder/export', body: { options: {} }, status: 400 },
  {
    call: 'DELETE /workflow_builder/workflows/delete/:name',
    at: '/workflow_builder/workflows/delete/client%20workflow',
    reads: DONE,
  },
  {
    call: 'DELETE /workflow_builder/workflows/delete/:name',
    at: '/workflow_builder/workflows/delete/client%20workflow',
    status: 404,
  },
  {
    call: 'POST /mop/createTemplate',
    body: { mop: { ...TEMPLATE, name: 'client template' } },
    reads: { result: { n: 1, ok: 1 }, ops: LIST, insertedCount: 1 },
  },
  {
    call: 'PUT /mop/updateTemplate/:name',
    at: '/mop/updateTemplate/client%20template',
    body: { mop: { ...TEMPLATE, name: 'client template', passRule: false } },
    reads: { acknowledged: true, modifiedCount: 1, matchedCount: 1 },
  },
  {
    call: 'PUT /mop/updateTemplate/:name',
    at: '/mop/updateTemplate/nope',
    body: { mop: { ...TEMPLATE, name: 'nope' } },
    status: 404,
  },
  {
    call: 'GET /mop/listTemplates',
    reads: [{ name: 'client template', passRule: false, description: null, namespace: null }],
  },
  {
    call: 'GET /mop/listATemplate/:name',
    at: '/mop/listATemplate/client%20template',
    reads: [{ _id: TEXT, name: 'client template', description: null, namespace: null }],
  },
  {
    call: 'POST /mop/deleteTemplate/:id',
    at: '/mop/deleteTemplate/client%20template',
    reads: DONE,
  },
  {
    call: 'POST /prebuilts/import',
    body: { prebuilt: anArtifact({ name: '@acme/client' }), options: { overwrite: true } },
    reads: { status: TEXT, message: TEXT, data: { _id: TEXT, name: '@acme/client' } },
    keeps: { prebuilt: 'data._id' },
  },
  {
    call: 'GET /prebuilts',
    reads: { results: listWith({ name: '@acme/client' }), total: 1 },
  },
  {
    call: 'PUT /prebuilts/:id',
    at: '/prebuilts/{prebuilt}',
    body: { prebuilt: anArtifact({ name: '@acme/client' }), options: { overwrite: true } },
    reads: { status: TEXT, data: { _id: TEXT } },
  },
  {
    call: 'PUT /prebuilts/:id',
    at: '/prebuilts/{prebuilt}',
    body: { prebuilt: anArtifact({ name: '@acme/client' }), options: { overwrite: false } },
    status: 400,
  },
  {
    call: 'POST /configuration_manager/devices',
    body: { options: { start: 0, limit: 100 } },
    reads: { total: 0, return_count: 0, list: [] },
  },
];

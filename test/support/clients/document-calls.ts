import { type ClientCall, DONE, LIST, listWith, OBJECT, TEXT } from './client-call.js';

const FORM = {
  name: 'client form',
  description: '',
  struct: {},
  schema: { title: 'client form', type: 'object', properties: {} },
  uiSchema: {},
  bindingSchema: {},
  validationSchema: {},
};
const WORKFLOW = {
  name: 'client part',
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
const ANALYTIC = { name: 'client analytic', passRule: true, prepostCommands: [] };

/** Documents: forms, projects, analytic templates, tags, packages. */
export const DOCUMENT_CALLS: readonly ClientCall[] = [
  {
    call: 'POST /json-forms/forms',
    body: FORM,
    reads: { status: 'success' },
  },
  {
    call: 'GET /json-forms/forms',
    reads: [{ id: TEXT, name: 'client form' }],
    keeps: { form: '0.id' },
  },
  {
    call: 'GET /json-forms/forms',
    at: '/json-forms/forms?contains[name]=client',
    reads: [{ name: 'client form' }],
  },
  {
    call: 'GET /json-forms/forms/:id',
    at: '/json-forms/forms/{form}',
    reads: { id: TEXT, name: 'client form', schema: OBJECT },
  },
  {
    call: 'PUT /json-forms/forms/:id',
    at: '/json-forms/forms/{form}',
    body: { ...FORM, description: 'changed' },
    reads: { status: 'success' },
  },
  {
    call: 'POST /json-forms/import/forms',
    body: { forms: [{ ...FORM, name: 'client form 2' }] },
    reads: { imported: [{ success: true, created: { name: 'client form 2' } }] },
  },
  {
    call: 'POST /json-forms/forms/import',
    body: { forms: [{ ...FORM, name: 'client form 3' }] },
    reads: { imported: [{ success: true, created: { name: 'client form 3' } }] },
  },
  {
    call: 'DELETE /json-forms/forms',
    body: { ids: ['{form}'] },
    reads: { status: TEXT },
  },
  {
    call: 'POST /mop/createAnalyticTemplate',
    body: { template: ANALYTIC },
    reads: { ops: LIST },
  },
  { call: 'GET /mop/listAnalyticTemplates', reads: listWith({ name: 'client analytic' }) },
  {
    call: 'GET /mop/listAnAnalyticTemplate/:name',
    at: '/mop/listAnAnalyticTemplate/client%20analytic',
    reads: [{ name: 'client analytic' }],
  },
  {
    call: 'POST /mop/export',
    body: { options: { name: 'client analytic' }, type: 'analytic' },
    reads: { name: 'client analytic' },
  },
  {
    call: 'POST /mop/deleteAnalyticTemplate/:id',
    at: '/mop/deleteAnalyticTemplate/client%20analytic',
    reads: DONE,
  },
  {
    call: 'POST /mop/import',
    body: { type: 'analytic', template: ANALYTIC },
    reads: { data: { name: 'client analytic' } },
  },
  {
    call: 'POST /automation-studio/projects',
    body: { name: 'client project', components: [] },
    reads: { message: TEXT, data: { _id: TEXT, name: 'client project' }, metadata: OBJECT },
    keeps: { project: 'data._id' },
  },
  {
    call: 'PATCH /automation-studio/projects/:id',
    at: '/automation-studio/projects/{project}',
    body: { description: 'changed by a client', members: [] },
    reads: { message: TEXT, data: { description: 'changed by a client' } },
  },
  {
    call: 'POST /automation-studio/projects',
    body: { name: 'client project', components: [] },
    status: 409,
  },
  {
    call: 'POST /automation-studio/projects',
    body: { name: 'client project 2', components: [] },
    keeps: { second: 'data._id' },
  },
  {
    call: 'PATCH /automation-studio/projects/:id',
    at: '/automation-studio/projects/{second}',
    body: { name: 'client project' },
    status: 409,
  },
  {
    call: 'PATCH /automation-studio/projects/:id',
    at: '/automation-studio/projects/absent',
    body: { description: 'x' },
    status: 404,
  },
  {
    call: 'PATCH /automation-studio/projects/:id',
    at: '/automation-studio/projects/{second}',
    body: { members: [{ reference: 'x', role: 'owner' }] },
    status: 400,
  },
  {
    call: 'POST /automation-studio/projects/import',
    body: {
      conflictMode: 'insert-new',
      project: {
        _id: '',
        name: 'client imported project',
        backgroundColor: '',
        components: [{ iid: 1, type: 'workflow', folder: '/', reference: 'x', document: WORKFLOW }],
        created: '',
        createdBy: null,
        description: '',
        folders: [{ nodeType: 'component', iid: 1 }],
        iid: 7,
        lastUpdated: '',
        lastUpdatedBy: null,
      },
    },
    reads: { message: TEXT, data: { _id: TEXT, name: 'client imported project' } },
    keeps: { imported: 'data._id' },
  },
  {
    call: 'GET /automation-studio/projects',
    at: '/automation-studio/projects?equals[name]=client%20imported%20project',
    reads: { message: TEXT, data: [{ _id: TEXT }], metadata: { total: 1 } },
  },
  {
    call: 'GET /automation-studio/projects/:id',
    at: '/automation-studio/projects/{imported}',
    reads: {
      data: {
        components: [{ name: TEXT, reference: TEXT, type: 'workflow', folder: '/', iid: 1 }],
        folders: LIST,
        members: LIST,
        accessControl: OBJECT,
      },
    },
  },
  {
    call: 'GET /automation-studio/projects/:id/export',
    at: '/automation-studio/projects/{imported}/export',
    reads: {
      message: TEXT,
      data: { name: 'client imported project', components: [{ document: { name: TEXT } }] },
      metadata: OBJECT,
    },
  },
  {
    call: 'DELETE /automation-studio/projects/:id',
    at: '/automation-studio/projects/{imported}',
    reads: { message: TEXT },
  },
  {
    call: 'POST /tags/create',
    body: { data: { name: 'client tag', description: 'made by a client' } },
    reads: { _id: TEXT, name: 'client tag', description: 'made by a client' },
    keeps: { tag: '_id' },
  },
  {
    call: 'GET /tags/all',
    reads: listWith({ _id: TEXT, name: 'client tag', description: TEXT }),
  },
  { call: 'POST /tags/get', body: { id: '{tag}' }, reads: { _id: TEXT, name: 'client tag' } },
  {
    call: 'POST /tags/getTagsByReference',
    body: { data: { ref_id: '{imported}' } },
    reads: [],
  },
  { call: 'POST /tags/delete', body: { _id: '{tag}' } },
  {
    call: 'GET /prebuilts/:id',
    at: '/prebuilts/{prebuilt}',
    reads: { _id: TEXT, name: '@acme/client' },
  },
  {
    call: 'GET /prebuilts/:id/export',
    at: '/prebuilts/{prebuilt}/export',
    reads: { metadata: { name: '@acme/client' } },
  },
  { call: 'DELETE /prebuilts/:id', at: '/prebuilts/{prebuilt}', reads: DONE },
];

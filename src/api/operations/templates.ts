import { type Access, type OperationTable } from './operation-spec.js';
import { WRITERS } from './role-sets.js';

const TEMPLATE_READERS = {
  roles: ['admin', 'apiread', 'engineering', 'support'],
} as const satisfies Access;
/** Those who run analytic templates by the interface. */
const TEMPLATE_RUNNERS = {
  roles: ['admin', 'engineering', 'support', 'apiwrite'],
} as const satisfies Access;

const analytic = {
  state: 'built',
  application: 'MOP',
  basis: 'extension',
  tag: 'Analytic templates',
} as const;
const command = { ...analytic, tag: 'Command templates' } as const;
const transfer = { ...analytic, tag: 'Templates' } as const;

/**
 * What surrounds the interface's operations on templates; application MOP. Lists are plain arrays, as
 * existing clients read them.
 */
export const TEMPLATE_OPERATIONS = {
  listAnalyticTemplates: {
    ...analytic,
    method: 'GET',
    path: '/mop/listAnalyticTemplates',
    access: TEMPLATE_READERS,
    summary: 'List analytic templates, up to 2,000 at once',
    query: 'flat',
  },
  getAnalyticTemplate: {
    ...analytic,
    method: 'GET',
    path: '/mop/listAnAnalyticTemplate/:name',
    access: TEMPLATE_READERS,
    summary: 'Get an analytic template, in a list of one',
    revisioned: true,
    problems: ['not-found'],
  },
  updateAnalyticTemplate: {
    ...analytic,
    method: 'POST',
    path: '/mop/updateAnalyticTemplate/:name',
    access: WRITERS,
    summary: 'Put another document in the place of an analytic template',
    changes: true,
    revisioned: true,
    problems: ['not-found', 'conflict', 'precondition-failed', 'document-too-large'],
  },
  deleteAnalyticTemplate: {
    ...analytic,
    method: 'POST',
    path: '/mop/deleteAnalyticTemplate/:id',
    access: WRITERS,
    summary: 'Delete an analytic template',
    changes: true,
    problems: ['not-found', 'conflict', 'precondition-failed'],
  },
  validateAnalyticTemplate: {
    ...analytic,
    method: 'POST',
    path: '/mop/validateAnalyticTemplate',
    access: WRITERS,
    summary: 'Say what is wrong with an analytic template, without storing it',
  },
  runAnalyticsTemplate: {
    ...analytic,
    method: 'POST',
    path: '/mop/runAnalyticsTemplate',
    access: TEMPLATE_RUNNERS,
    summary: 'Run an analytic template on outputs that are not wrapped twice',
    query: 'flat',
    problems: ['not-found'],
  },
  listAnalyticTemplateResults: {
    ...analytic,
    method: 'GET',
    path: '/mop/analyticTemplateResults',
    access: TEMPLATE_READERS,
    summary: 'List verdicts that were kept, the newest first',
    query: 'flat',
  },
  getAnalyticTemplateResult: {
    ...analytic,
    method: 'GET',
    path: '/mop/analyticTemplateResults/:id',
    access: TEMPLATE_READERS,
    summary: 'Get a verdict that was kept',
    problems: ['not-found'],
  },
  listTemplates: {
    ...command,
    method: 'GET',
    path: '/mop/listTemplates',
    access: TEMPLATE_READERS,
    summary: 'List command templates, up to 2,000 at once',
    query: 'flat',
  },
  getTemplate: {
    ...command,
    method: 'GET',
    path: '/mop/listATemplate/:name',
    access: TEMPLATE_READERS,
    summary: 'Get a command template, in a list of one',
    revisioned: true,
    problems: ['not-found'],
  },
  createTemplate: {
    ...command,
    method: 'POST',
    path: '/mop/createTemplate',
    access: WRITERS,
    summary: 'Create a command template',
    changes: true,
    problems: ['conflict', 'document-too-large'],
  },
  updateTemplate: {
    ...command,
    method: 'POST',
    path: '/mop/updateTemplate/:mopID',
    access: WRITERS,
    summary: 'Put another document in the place of a command template',
    changes: true,
    revisioned: true,
    problems: ['not-found', 'conflict', 'precondition-failed', 'document-too-large'],
  },
  deleteTemplate: {
    ...command,
    method: 'POST',
    path: '/mop/deleteTemplate/:id',
    access: WRITERS,
    summary: 'Delete a command template',
    changes: true,
    problems: ['not-found', 'conflict', 'precondition-failed'],
  },
  evaluateTemplate: {
    ...command,
    method: 'POST',
    path: '/mop/evaluateTemplate',
    access: TEMPLATE_RUNNERS,
    summary: 'Hold outputs that are there already against a command template',
    problems: ['not-found'],
  },
  runCommandTemplate: {
    ...command,
    method: 'POST',
    path: '/mop/RunCommandTemplate',
    access: TEMPLATE_RUNNERS,
    summary: 'Run the commands of a template on devices, and hold the outputs against its rules',
    problems: ['not-found'],
  },
  importTemplate: {
    ...transfer,
    method: 'POST',
    path: '/mop/import',
    access: WRITERS,
    summary: 'Import a template from an export',
    changes: true,
    problems: ['conflict', 'document-too-large'],
  },
  exportTemplate: {
    ...transfer,
    method: 'POST',
    path: '/mop/export',
    access: TEMPLATE_READERS,
    summary: 'Export a template as it came in',
    problems: ['not-found'],
  },
} as const satisfies OperationTable;

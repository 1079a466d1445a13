import { EXAMPLE_ID } from './example-id.js';

/** What a part of a path may be, by the path up to it; names are those of the demo. */
const BY_PATH: Readonly<Record<string, string>> = {
  '/adapters/:name': 'Local NSO',
  '/admin/artifacts/:name': '@acme/change-announcements',
  '/applications/:name': 'WorkflowEngine',
  '/automation-studio/templates/:id': 'Hostname',
  '/automation-studio/workflows/detailed/:name': 'Open a ticket',
  '/configuration_manager/devices/:name': 'edge-1',
  '/docs/:version/:asset': 'page.css',
  '/health/adapters/:name': 'Local NSO',
  '/health/applications/:name': 'WorkflowEngine',
  '/integration-models/:id': 'Pager:1.0',
  '/integrations/:name': 'chat',
  '/mop/deleteAnalyticTemplate/:id': 'Same software',
  '/mop/deleteTemplate/:id': 'Software',
  '/mop/listAnAnalyticTemplate/:name': 'Same software',
  '/mop/listATemplate/:name': 'Software',
  '/mop/updateAnalyticTemplate/:name': 'Same software',
  '/prebuilts-repository/configs/:name': '@acme',
  '/prebuilts/:id': '@acme/branch-greeting',
  '/profiles/:id': 'lab',
  '/scim/v2/ResourceTypes/:name': 'User',
  '/scim/v2/Schemas/:id': 'urn:ietf:params:scim:schemas:core:2.0:User',
  '/template_builder/templates/:name': 'Hostname',
  '/workflow_builder/workflows/delete/:name': 'Open a ticket',
};

/** The same by its name alone. */
const BY_NAME: Readonly<Record<string, string>> = {
  adapterId: 'Local NSO',
  asset: 'console.js',
  delivery: EXAMPLE_ID,
  format: 'native',
  id: EXAMPLE_ID,
  jobId: EXAMPLE_ID,
  mopID: 'Software',
  object: EXAMPLE_ID,
  operationId: 'postMessage',
  other: '66d02d8221161b4df2717496',
  revision: '1',
  routeName: 'announce',
  screen: 'jobs',
  source: 'monitoring',
  topic: 'linkDown',
  version: '0123456789abcdef',
};

/** The paths that have an example of their own. */
export const PATHS_WITH_EXAMPLES = Object.keys(BY_PATH);

/** An example of a part of a path, as `/devices/:name` has one. */
export function pathExample(path: string, name: string): string | undefined {
  const part = `/:${name}`;
  const upToIt = path.slice(0, path.indexOf(part) + part.length);
  return BY_PATH[upToIt] ?? BY_NAME[name];
}

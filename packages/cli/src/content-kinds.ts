import { type Client } from '../../client/src/generated/client/index.js';
import * as api from '../../client/src/generated/sdk.gen.js';
import { paginate } from '../../client/src/paginate.js';

/** A document as it is imported and exported. */
export type ContentDocument = Readonly<Record<string, unknown>>;

/** A kind of documents that is kept in a folder of its own. */
export interface ContentKind {
  readonly folder: string;
  /** All of it, as heads that `document` takes. */
  readonly heads: (client: Client) => AsyncIterable<unknown>;
  /** One of them, as it was imported. */
  readonly document: (client: Client, head: Head) => Promise<ContentDocument>;
}

interface Head {
  readonly id: string;
  readonly name: string;
}

const query = { limit: 100 };
const path = ({ id }: Head): { path: { id: string } } => ({ path: { id } });

/** What is imported first comes first: what others refer to. */
export const CONTENT_KINDS: readonly ContentKind[] = [
  {
    folder: 'transformations',
    heads: (client) => paginate(searchedTransformations, { client, query }),
    document: (client, head) => api.exportTransformation({ client, ...path(head) }),
  },
  {
    folder: 'forms',
    heads: (client) => paginate(api.listForms, { client, query }),
    document: (client, head) => api.exportForm({ client, ...path(head) }),
  },
  {
    folder: 'json-forms',
    heads: (client) => paginate(api.listJsonForms, { client, query }),
    document: (client, head) => api.exportJsonForm({ client, ...path(head) }),
  },
  {
    folder: 'analytic-templates',
    heads: (client) => paginate(api.listAnalyticTemplates, { client, query }),
    document: (client, { name }) =>
      api.exportTemplate({ client, body: { type: 'analytic', options: { name } } }),
  },
  {
    folder: 'command-templates',
    heads: (client) => paginate(api.listTemplates, { client, query }),
    document: (client, { name }) =>
      api.exportTemplate({ client, body: { type: 'templates', options: { name } } }),
  },
  {
    folder: 'text-templates',
    heads: (client) => paginate(api.listTextTemplates, { client, query }),
    document: (client, head) => api.exportTextTemplate({ client, ...path(head) }),
  },
  {
    folder: 'workflows',
    heads: (client) => paginate(api.searchWorkflows, { client, query }),
    document: (client, { name }) => api.exportWorkflow({ client, body: { options: { name } } }),
  },
  {
    folder: 'projects',
    heads: (client) => paginate(api.listProjects, { client, query }),
    document: async (client, head) => ({
      ...(await api.exportProject({ client, ...path(head) })).data,
    }),
  },
  {
    folder: 'automations',
    heads: (client) => paginate(api.listAutomations, { client, query }),
    document: async (client, head) => (await api.exportAutomation({ client, ...path(head) })).data,
  },
];

/** Its options lie within one. */
function searchedTransformations({
  client,
  query: queryParameters,
}: {
  readonly client: Client;
  readonly query?: { readonly skip?: number; readonly limit?: number };
}): Promise<unknown> {
  return api.searchTransformations({ client, query: { queryParameters: { ...queryParameters } } });
}

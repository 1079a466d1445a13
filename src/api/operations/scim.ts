import { type OperationTable } from './operation-spec.js';
import { ADMINS } from './role-sets.js';

const scim = {
  state: 'built',
  application: 'UserManagement',
  access: ADMINS,
  basis: 'extension',
  tag: 'SCIM',
  scim: true,
} as const;

const read = { ...scim, method: 'GET' } as const;
/** The options of a list in a body, for filters too long or too secret for an address. */
const search = { ...scim, method: 'POST' } as const;
/** SCIM has no keys of idempotency: a repeat is told by names (409) and by revisions. */
const change = { ...scim, changes: true, idempotency: 'none' } as const;

const STALE = ['not-found', 'conflict', 'precondition-failed'] as const;

/** SCIM 2.0 (RFC 7644), by which directories keep users and groups (docs/scim.md). */
export const SCIM_OPERATIONS = {
  getScimConfiguration: {
    ...read,
    path: '/scim/v2/ServiceProviderConfig',
    summary: 'Say what of SCIM is supported',
  },
  listScimResourceTypes: {
    ...read,
    path: '/scim/v2/ResourceTypes',
    summary: 'List the types of SCIM resources',
  },
  getScimResourceType: {
    ...read,
    path: '/scim/v2/ResourceTypes/:name',
    summary: 'Get a type of SCIM resources',
    problems: ['not-found'],
  },
  listScimSchemas: {
    ...read,
    path: '/scim/v2/Schemas',
    summary: 'List the schemas of SCIM resources',
  },
  getScimSchema: {
    ...read,
    path: '/scim/v2/Schemas/:id',
    summary: 'Get a schema of SCIM resources',
    problems: ['not-found'],
  },
  searchScim: {
    ...search,
    path: '/scim/v2/.search',
    summary: 'List users and groups that SCIM made, by one filter',
  },
  listScimUsers: {
    ...read,
    path: '/scim/v2/Users',
    summary: 'List the accounts that SCIM made, by a filter that an index answers',
    query: 'flat',
  },
  searchScimUsers: {
    ...search,
    path: '/scim/v2/Users/.search',
    summary: 'List users as `listScimUsers` does, by options in a body',
  },
  createScimUser: {
    ...change,
    method: 'POST',
    path: '/scim/v2/Users',
    summary: 'Make an account',
    success: 201,
    problems: ['conflict'],
  },
  getScimUser: {
    ...read,
    path: '/scim/v2/Users/:id',
    summary: 'Get an account that SCIM made',
    query: 'flat',
    revisioned: true,
    problems: ['not-found'],
  },
  replaceScimUser: {
    ...change,
    method: 'PUT',
    path: '/scim/v2/Users/:id',
    summary: 'Replace what SCIM says of an account',
    revisioned: true,
    problems: STALE,
  },
  patchScimUser: {
    ...change,
    method: 'PATCH',
    path: '/scim/v2/Users/:id',
    summary: 'Change an account; inactive ones lose their sessions, tokens and streams',
    revisioned: true,
    problems: STALE,
  },
  deleteScimUser: {
    ...change,
    method: 'DELETE',
    path: '/scim/v2/Users/:id',
    summary: 'Remove an account that SCIM made',
    success: 204,
    problems: STALE,
  },
  listScimGroups: {
    ...read,
    path: '/scim/v2/Groups',
    summary: 'List the groups that SCIM made, by a filter that an index answers',
    query: 'flat',
  },
  searchScimGroups: {
    ...search,
    path: '/scim/v2/Groups/.search',
    summary: 'List groups as `listScimGroups` does, by options in a body',
  },
  createScimGroup: {
    ...change,
    method: 'POST',
    path: '/scim/v2/Groups',
    summary: 'Make a group, with its members',
    success: 201,
    body: 'documents',
    problems: ['conflict'],
  },
  getScimGroup: {
    ...read,
    path: '/scim/v2/Groups/:id',
    summary: 'Get a group that SCIM made',
    query: 'flat',
    revisioned: true,
    problems: ['not-found'],
  },
  replaceScimGroup: {
    ...change,
    method: 'PUT',
    path: '/scim/v2/Groups/:id',
    summary: 'Replace the name and the members of a group',
    body: 'documents',
    revisioned: true,
    problems: STALE,
  },
  patchScimGroup: {
    ...change,
    method: 'PATCH',
    path: '/scim/v2/Groups/:id',
    summary: 'Change a group and its members, thousands at once',
    success: 204,
    body: 'documents',
    revisioned: true,
    problems: STALE,
  },
  deleteScimGroup: {
    ...change,
    method: 'DELETE',
    path: '/scim/v2/Groups/:id',
    summary: 'Remove a group that SCIM made; its members stay',
    success: 204,
    problems: STALE,
  },
} as const satisfies OperationTable;

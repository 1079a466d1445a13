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

const CUSTOM_ROLE = { _id: TEXT, name: 'client role', provenance: 'Custom', allowedViews: [] };
const ROLE = { _id: TEXT, name: TEXT, provenance: TEXT, allowedMethods: LIST, allowedViews: LIST };

/** Accounts, groups, roles, profiles and what belongs to who signs in. */
export const PEOPLE_CALLS: readonly ClientCall[] = [
  {
    call: 'POST /authorization/groups',
    body: { group: { name: 'client parent', provenance: 'Pronghorn', description: '' } },
    reads: { ...DONE, data: { _id: TEXT, name: 'client parent' } },
    keeps: { parent: 'data._id' },
  },
  {
    call: 'POST /authorization/groups',
    body: {
      group: {
        name: 'client group',
        provenance: 'Pronghorn',
        description: '',
        memberOf: [{ groupId: '{parent}', aaaManaged: false }],
        assignedRoles: [],
      },
    },
    reads: { ...DONE, data: { _id: TEXT, memberOf: [{ groupId: TEXT }] } },
    keeps: { group: 'data._id' },
  },
  {
    call: 'GET /authorization/groups',
    at: '/authorization/groups?limit=100&skip=0',
    reads: { results: listWith({ name: 'client group', memberOf: LIST }), total: NUMBER },
  },
  {
    call: 'GET /authorization/groups/:id',
    at: '/authorization/groups/{group}',
    reads: { _id: TEXT, name: 'client group', memberOf: [{ groupId: TEXT }], assignedRoles: [] },
  },
  {
    call: 'DELETE /authorization/groups/:id',
    at: '/authorization/groups/{group}',
    reads: DONE,
  },
  {
    call: 'GET /authorization/methods',
    at: '/authorization/methods?limit=100',
    reads: { results: listWith({ name: TEXT, provenance: TEXT, route: OBJECT }), total: NUMBER },
  },
  { call: 'GET /authorization/views', reads: { results: LIST, total: NUMBER } },
  {
    call: 'GET /authorization/roles',
    at: '/authorization/roles?limit=100',
    reads: { results: listWith(ROLE), total: NUMBER },
    keeps: { role: 'results.0._id' },
  },
  {
    call: 'GET /authorization/roles/:id',
    at: '/authorization/roles/{role}',
    reads: ROLE,
  },
  { call: 'DELETE /authorization/roles/:id', at: '/authorization/roles/{role}', status: 409 },
  {
    call: 'POST /authorization/roles',
    body: {
      role: {
        name: 'client role',
        provenance: 'Custom',
        description: '',
        allowedViews: [],
        allowedMethods: [{ name: 'listJobs', provenance: 'WorkFlowEngine' }],
      },
    },
    reads: { ...DONE, data: { ...CUSTOM_ROLE, allowedMethods: [{ name: 'listJobs' }] } },
    keeps: { customRole: 'data._id' },
  },
  {
    call: 'DELETE /authorization/roles/:id',
    at: '/authorization/roles/{customRole}',
    reads: DONE,
  },
  {
    call: 'GET /authorization/accounts',
    at: '/authorization/accounts?limit=100&equals=admin&equalsField=username',
    reads: { results: [{ _id: TEXT, username: 'admin', inheritedRoles: LIST }], total: 1 },
    keeps: { account: 'results.0._id' },
  },
  {
    call: 'GET /authorization/accounts/:id',
    at: '/authorization/accounts/{account}',
    reads: {
      _id: TEXT,
      username: 'admin',
      firstname: TEXT,
      inactive: FLAG,
      memberOf: LIST,
      assignedRoles: LIST,
    },
  },
  {
    call: 'PATCH /authorization/accounts/:id',
    at: '/authorization/accounts/{account}',
    body: { updates: { inactive: false } },
    reads: DONE,
  },
  {
    call: 'GET /user/settings',
    reads: {
      _id: TEXT,
      _meta: OBJECT,
      assignedRoles: LIST,
      firstname: TEXT,
      gitTokens: {},
      inactive: false,
      memberOf: LIST,
      provenance: TEXT,
      username: TEXT,
    },
  },
  {
    call: 'POST /profiles',
    body: { properties: { id: 'client-profile', description: 'made by a client' } },
    reads: { ...DONE, data: { id: 'client-profile' } },
  },
  {
    call: 'GET /profiles',
    reads: { results: listWith({ metadata: OBJECT, profile: OBJECT }), total: NUMBER },
  },
  {
    call: 'GET /profiles/:id',
    at: '/profiles/client-profile',
    reads: { metadata: OBJECT, profile: { id: 'client-profile' } },
  },
  { call: 'DELETE /profiles/:id', at: '/profiles/client-profile', reads: DONE },
  {
    call: 'POST /profiles/import',
    body: { properties: { id: 'client-profile', description: 'imported by a client' } },
    reads: { ...DONE, data: { id: 'client-profile' } },
  },
  {
    call: 'PUT /profiles/:id/active',
    at: '/profiles/client-profile/active',
    reads: DONE,
  },
  { call: 'GET /login', at: '/login?logout=true' },
];

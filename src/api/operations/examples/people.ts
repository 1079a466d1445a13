import { EXAMPLE_ID, EXAMPLE_SECRET, type RequestExamples } from './example-id.js';

/** Signing in, accounts, groups, roles, tokens, directories. */
export const PEOPLE_EXAMPLES = {
  login: { username: 'admin', password: 'demo-password' },
  changeOwnPassword: { currentPassword: 'demo-password', newPassword: 'another demo-password' },
  endSessions: { keepCurrent: true },
  addRole: {
    role: {
      provenance: 'Custom',
      name: 'night shift',
      description: 'Looks at jobs and stops them',
      allowedMethods: [{ name: 'listJobs', provenance: 'WorkFlowEngine' }],
    },
  },
  updateRole: { description: 'Looks at jobs' },
  createGroup: { group: { name: 'field engineers', description: 'Those who go to branches' } },
  addGroup: { group: { name: 'planners', description: 'Those who plan changes' } },
  updateGroup: { description: 'Those who plan and review changes' },
  createAccount: {
    account: { username: 'ada', password: 'a password of ada', firstname: 'Ada' },
  },
  addAccount: {
    account: { username: 'grace', password: 'a password of grace', firstname: 'Grace' },
  },
  updateAccount: { firstname: 'Grace H.' },
  createApiToken: { name: 'nightly report', networks: ['10.0.0.0/8'] },
  createServiceAccount: { name: 'pipeline', description: 'Starts workflows from the pipeline' },
  updateServiceAccount: { description: 'Starts workflows from pipelines' },
  searchScim: {
    schemas: ['urn:ietf:params:scim:api:messages:2.0:SearchRequest'],
    filter: 'userName eq "edith@example.com" or displayName eq "Network team"',
    attributes: ['userName', 'displayName'],
    startIndex: 1,
    count: 10,
  },
  searchScimUsers: {
    schemas: ['urn:ietf:params:scim:api:messages:2.0:SearchRequest'],
    filter: 'userName sw "edith"',
    sortBy: 'userName',
  },
  searchScimGroups: {
    schemas: ['urn:ietf:params:scim:api:messages:2.0:SearchRequest'],
    filter: 'displayName eq "Network team"',
    excludedAttributes: ['members'],
  },
  createScimUser: {
    schemas: ['urn:ietf:params:scim:schemas:core:2.0:User'],
    userName: 'edith@example.com',
    name: { givenName: 'Edith', familyName: 'Clarke' },
    externalId: '00u1',
    active: true,
  },
  replaceScimUser: {
    schemas: ['urn:ietf:params:scim:schemas:core:2.0:User'],
    userName: 'edith@example.com',
    title: 'Engineer',
    active: true,
  },
  patchScimUser: {
    schemas: ['urn:ietf:params:scim:api:messages:2.0:PatchOp'],
    Operations: [{ op: 'replace', path: 'active', value: false }],
  },
  createScimGroup: {
    schemas: ['urn:ietf:params:scim:schemas:core:2.0:Group'],
    displayName: 'Network team',
  },
  replaceScimGroup: {
    schemas: ['urn:ietf:params:scim:schemas:core:2.0:Group'],
    displayName: 'Network engineers',
  },
  patchScimGroup: {
    schemas: ['urn:ietf:params:scim:api:messages:2.0:PatchOp'],
    Operations: [{ op: 'replace', path: 'displayName', value: 'Network operations' }],
  },
  createAccessToken: {
    grant_type: 'client_credentials',
    client_id: EXAMPLE_ID,
    client_secret: EXAMPLE_SECRET,
  },
} as const satisfies RequestExamples;

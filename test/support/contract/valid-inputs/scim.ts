import { type ValidInputs } from './valid-inputs.js';

const PATCH = { Operations: [{ op: 'replace', path: 'externalId', value: 'x' }] };
const SEARCH = { startIndex: 1, count: 2 };
const LIST = { startIndex: '1', count: '2', excludedAttributes: 'meta' };

/** Users and groups over SCIM. */
export const SCIM_INPUTS = {
  listScimUsers: { flat: { ...LIST, filter: 'userName eq "nobody"' } },
  searchScim: { body: { ...SEARCH, filter: 'externalId eq "nothing"' } },
  searchScimUsers: { body: { ...SEARCH, sortBy: 'userName', sortOrder: 'ascending' } },
  createScimUser: { body: { userName: 'admin' } },
  getScimUser: { flat: { attributes: 'userName' } },
  replaceScimUser: { body: { userName: 'admin' } },
  patchScimUser: { body: PATCH },
  listScimGroups: { flat: { ...LIST, filter: 'displayName eq "nothing"' } },
  searchScimGroups: { body: { ...SEARCH, attributes: ['displayName'] } },
  createScimGroup: { body: { displayName: 'x', members: [{ value: 'nobody' }] } },
  getScimGroup: { flat: { attributes: 'displayName' } },
  replaceScimGroup: { body: { displayName: 'x' } },
  patchScimGroup: { body: PATCH },
} as const satisfies ValidInputs;

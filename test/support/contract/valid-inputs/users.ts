import { type ValidInputs } from './valid-inputs.js';

const SEARCH = { contains: 'x', equals: 'x', startsWith: 'x', order: 1 } as const;
const FIELDS = { containsField: '_id', equalsField: 'provenance', startsWithField: '_id' } as const;
const FLAT = { ...SEARCH, ...FIELDS, order: '1', skip: '0', limit: '1' } as const;
const GROUP = { description: 'x', memberOf: [], assignedRoles: [], inactive: true };
const ACCOUNT = { firstname: 'x', groups: [], assignedRoles: [], inactive: true };
const TAKEN = { username: 'admin', password: 'a long password' } as const;

/** Accounts, groups and roles. */
export const USER_INPUTS = {
  listRoles: { queryOptions: { ...SEARCH, ...FIELDS, skip: 0, limit: 1, sort: 'name' } },
  listRoleRecords: { flat: { ...FLAT, sort: 'name' } },
  addRole: { body: { role: { provenance: 'MOP', name: 'readonly', description: 'x' } } },
  updateRole: { body: { role: { description: 'x' } } },
  createGroup: { body: { group: { name: 'admins', ...GROUP } } },
  listGroups: { flat: { ...FLAT, sort: 'name', inactive: 'true' } },
  addGroup: { body: { group: { name: 'admins', ...GROUP } } },
  updateGroup: { body: { group: { name: 'x', ...GROUP } } },
  createAccount: { body: { account: { ...TAKEN, ...ACCOUNT } } },
  listAccounts: {
    flat: { ...FLAT, sort: 'username', inactive: 'true', isServiceAccount: 'false' },
  },
  addAccount: { body: { account: { ...TAKEN, ...ACCOUNT } } },
  updateAccount: { body: { account: { password: 'a long password', ...ACCOUNT, locked: false } } },
  explainAccess: { flat: { operation: 'whoami', account: 'admin' } },
  changeOwnPassword: { body: { currentPassword: 'x', newPassword: 'a long password' } },
} as const satisfies ValidInputs;

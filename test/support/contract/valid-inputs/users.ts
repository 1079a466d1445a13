import { grammarBy, LIST_GRAMMAR, LIST_OPTIONS } from './list-grammar.js';
import { type ValidInputs } from './valid-inputs.js';

const GROUP = { description: 'x', memberOf: [], assignedRoles: [], inactive: true };
const ACCOUNT = { firstname: 'x', groups: [], assignedRoles: [], inactive: true };
const TAKEN = { username: 'admin', password: 'a long password' } as const;

/** Accounts, groups and roles. */
export const USER_INPUTS = {
  listRoles: { queryOptions: LIST_OPTIONS },
  listRoleRecords: { flat: LIST_GRAMMAR },
  addRole: { body: { role: { provenance: 'MOP', name: 'readonly', description: 'x' } } },
  updateRole: { body: { role: { description: 'x' } } },
  createGroup: { body: { group: { name: 'admins', ...GROUP } } },
  listMethods: { flat: LIST_GRAMMAR },
  listViews: { flat: LIST_GRAMMAR },
  listGroups: { flat: { ...LIST_GRAMMAR, inactive: 'true' } },
  addGroup: { body: { group: { name: 'admins', ...GROUP } } },
  updateGroup: { body: { group: { name: 'x', ...GROUP } } },
  deleteGroup: { flat: { force: 'true' } },
  createAccount: { body: { account: { ...TAKEN, ...ACCOUNT } } },
  listAccounts: {
    flat: { ...grammarBy('username'), inactive: 'true', isServiceAccount: 'false' },
  },
  addAccount: { body: { account: { ...TAKEN, ...ACCOUNT, envelope: 'bare' } } },
  updateAccount: {
    body: { account: { password: 'a long password', ...ACCOUNT, envelope: 'bare', locked: false } },
  },
  explainAccess: { flat: { operation: 'whoami', account: 'admin' } },
  changeOwnPassword: { body: { currentPassword: 'x', newPassword: 'a long password' } },
} as const satisfies ValidInputs;

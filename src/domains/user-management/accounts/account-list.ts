import { listOf } from '../../../api/lists/list-declaration.js';
import { AccountListOptions, AuthorizationAccount } from './accounts.dto.js';

/** Accounts, by user name. */
export const ACCOUNT_LIST = listOf('listAccounts', {
  item: AuthorizationAccount,
  own: AccountListOptions,
  filters: { inactive: 'inactive', isServiceAccount: 'isServiceAccount', username: 'username' },
  aliases: { name: 'username' },
  order: ['username', 1],
  orders: ['firstname', 'lastSignIn'],
  stored: {
    // Ids are hexadecimal digits in lower case, so they are their own folded form.
    _id: { path: '_id', folded: '_id' },
    provenance: { path: 'provenance' },
    username: { path: 'username', folded: 'usernameFolded', index: 'list' },
    firstname: {
      path: 'firstname',
      folded: 'firstnameFolded',
      blank: true,
      index: 'list_by_firstname',
    },
    inactive: { path: 'inactive' },
    isServiceAccount: { path: 'isServiceAccount' },
  },
});

import { listOf } from '../../../api/lists/list-declaration.js';
import { ServiceAccountAnswer, ServiceAccountListOptions } from './service-accounts.dto.js';

/** Accounts of programs, by name. */
export const SERVICE_ACCOUNT_LIST = listOf('listServiceAccounts', {
  item: ServiceAccountAnswer,
  own: ServiceAccountListOptions,
  filters: { inactive: 'inactive' },
  order: ['name', 1],
  orders: ['lastSignIn'],
  stored: {
    _id: { path: '_id', folded: '_id' },
    clientId: { path: '_id', folded: '_id' },
    name: { path: 'username', folded: 'usernameFolded', index: 'list' },
    description: {
      path: 'firstname',
      folded: 'firstnameFolded',
      blank: true,
      index: 'list_by_firstname',
    },
    inactive: { path: 'inactive' },
  },
});

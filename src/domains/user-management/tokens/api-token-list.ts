import { listOf } from '../../../api/lists/list-declaration.js';
import { CredentialListOptions } from '../sessions/credential-list.dto.js';
import { ApiTokenAnswer } from './api-tokens.dto.js';

/** API tokens of one account or of all, the latest first. */
export const API_TOKEN_LIST = listOf('listApiTokens', {
  item: ApiTokenAnswer,
  own: CredentialListOptions,
  order: ['created', -1],
  stored: {
    _id: { path: '_id' },
    created: { path: 'created', date: true },
  },
});

import { listOf } from '../../../api/lists/list-declaration.js';
import { CredentialListOptions } from './credential-list.dto.js';
import { SessionAnswer } from './sessions.dto.js';

/** Sessions of one account or of all, the latest first. */
export const SESSION_LIST = listOf('listSessions', {
  item: SessionAnswer,
  own: CredentialListOptions,
  order: ['created', -1],
  stored: {
    _id: { path: '_id' },
    created: { path: 'created', date: true },
  },
});

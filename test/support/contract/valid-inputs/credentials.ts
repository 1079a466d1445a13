import { grammarBy, LIST_GRAMMAR } from './list-grammar.js';
import { type ValidInputs } from './valid-inputs.js';

/** Tokens, service accounts and sessions. */
export const CREDENTIAL_INPUTS = {
  listSessions: { flat: { ...grammarBy('username'), account: 'x', all: 'true' } },
  endSessions: { body: { account: 'absent', keepCurrent: true } },
  listApiTokens: { flat: { ...grammarBy('username'), account: 'x', all: 'true' } },
  createApiToken: {
    body: {
      name: 'x',
      expires: '2026-01-01T00:00:00Z',
      roles: ['nobody holds this'],
      scopes: ['mcp:write'],
      networks: ['10.0.0.0/8'],
      envelope: 'bare',
    },
  },
  listServiceAccounts: { flat: { ...LIST_GRAMMAR, inactive: 'true' } },
  createServiceAccount: {
    // The name is taken.
    body: {
      name: 'admin',
      description: 'x',
      groups: [],
      assignedRoles: [],
      inactive: false,
      envelope: 'bare',
    },
  },
  updateServiceAccount: {
    body: { description: 'x', groups: [], assignedRoles: [], inactive: false, envelope: 'bare' },
  },
  createAccessToken: {
    body: { grant_type: 'client_credentials', client_id: 'absent', client_secret: 'wrong' },
  },
} as const satisfies ValidInputs;

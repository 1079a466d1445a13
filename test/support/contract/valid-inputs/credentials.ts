import { type ValidInputs } from './valid-inputs.js';

/** Tokens, service accounts and sessions. */
export const CREDENTIAL_INPUTS = {
  listSessions: { flat: { account: 'x', all: 'true', skip: '0', limit: '1' } },
  endSessions: { body: { account: 'absent', keepCurrent: true } },
  listApiTokens: { flat: { account: 'x', all: 'true', skip: '0', limit: '1' } },
  createApiToken: {
    body: {
      name: 'x',
      expires: '2026-01-01T00:00:00Z',
      roles: ['nobody holds this'],
      networks: ['10.0.0.0/8'],
    },
  },
  listServiceAccounts: { flat: { inactive: 'true', skip: '0', limit: '1' } },
  createServiceAccount: {
    // The name is taken.
    body: { name: 'admin', description: 'x', groups: [], assignedRoles: [], inactive: false },
  },
  updateServiceAccount: {
    body: { description: 'x', groups: [], assignedRoles: [], inactive: false },
  },
  createAccessToken: {
    body: { grant_type: 'client_credentials', client_id: 'absent', client_secret: 'wrong' },
  },
} as const satisfies ValidInputs;

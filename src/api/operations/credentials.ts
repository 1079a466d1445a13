import { type OperationTable } from './operation-spec.js';

const common = {
  state: 'built',
  application: 'UserManagement',
  basis: 'extension',
  tag: 'Credentials',
} as const;

/** Tokens, service accounts and sessions (ADR 0074 to 0076). */
export const CREDENTIAL_OPERATIONS = {
  listSessions: {
    ...common,
    method: 'GET',
    path: '/user-management/sessions',
    access: 'signed-in',
    summary: 'List sessions and access tokens: own ones, and for administrators those of others',
    query: 'flat',
    problems: ['forbidden'],
  },
  endSessions: {
    ...common,
    method: 'POST',
    path: '/user-management/sessions/end',
    access: 'signed-in',
    summary: 'End every session and access token of an account',
    changes: true,
    idempotency: 'none',
    problems: ['forbidden'],
  },
  endSession: {
    ...common,
    method: 'DELETE',
    path: '/user-management/sessions/:id',
    access: 'signed-in',
    summary: 'End a session',
    success: 204,
    changes: true,
    idempotency: 'none',
    problems: ['not-found'],
  },
  listApiTokens: {
    ...common,
    method: 'GET',
    path: '/user-management/tokens',
    access: 'signed-in',
    summary: 'List API tokens: own ones, and for administrators those of others',
    query: 'flat',
    problems: ['forbidden'],
  },
  createApiToken: {
    ...common,
    method: 'POST',
    path: '/user-management/tokens',
    access: 'signed-in',
    summary: 'Make an API token; what it is presented by is answered once',
    changes: true,
    idempotency: 'none',
    problems: ['forbidden', 'conflict'],
  },
  revokeApiToken: {
    ...common,
    method: 'DELETE',
    path: '/user-management/tokens/:id',
    access: 'signed-in',
    summary: 'Revoke an API token',
    success: 204,
    changes: true,
    problems: ['not-found'],
  },
} as const satisfies OperationTable;

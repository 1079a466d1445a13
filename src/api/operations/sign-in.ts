import { type OperationTable } from './operation-spec.js';

const common = {
  state: 'built',
  application: 'UserManagement',
  basis: 'extension',
  tag: 'Sign-in',
} as const;

/** Signing in and out, and asking who one is (ADR 0040, 0041). */
export const SIGN_IN_OPERATIONS = {
  login: {
    ...common,
    method: 'POST',
    path: '/login',
    access: { open: 'this is where a caller gets a credential' },
    summary: 'Sign in with user name and password; the answer is the token as plain text',
    problems: ['unauthenticated', 'too-many-requests', 'unavailable'],
    media: ['text/plain'],
  },
  logoutByQuery: {
    ...common,
    method: 'GET',
    path: '/login',
    access: 'signed-in',
    summary: 'Sign out, in the form GET /login?logout=true that existing clients use',
    query: 'flat',
    changes: true,
    idempotency: 'none',
    media: ['text/plain'],
  },
  logout: {
    ...common,
    method: 'POST',
    path: '/logout',
    access: 'signed-in',
    summary: 'Sign out: ends the session of the presented token',
    changes: true,
    idempotency: 'none',
    media: ['text/plain'],
  },
  whoami: {
    ...common,
    method: 'GET',
    path: '/whoami',
    access: 'signed-in',
    summary: 'Who the caller is: groups, roles and the operations open to them',
  },
} as const satisfies OperationTable;

import { type OperationTable } from './operation-spec.js';

const common = {
  method: 'GET',
  state: 'built',
  application: 'UserManagement',
  basis: 'extension',
  tag: 'Sign-in',
  success: 302,
  query: 'flat',
} as const;

/** Signing in with an identity of somebody else (docs/accounts.md). */
export const EXTERNAL_SIGN_IN_OPERATIONS = {
  openIdSignIn: {
    ...common,
    path: '/login/oidc',
    access: { open: 'this is where a browser begins to get a credential' },
    summary: 'Sign in with OpenID Connect: sends the browser to the provider',
    problems: ['not-found', 'upstream-failed'],
  },
  openIdCallback: {
    ...common,
    path: '/login/oidc/callback',
    access: { open: 'this is where a browser comes back from the provider' },
    summary: 'Sign in with OpenID Connect: the provider sends the browser back here',
    problems: ['unauthenticated', 'not-found', 'conflict', 'upstream-failed'],
  },
} as const satisfies OperationTable;

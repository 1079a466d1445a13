import { type ValidInputs } from './valid-inputs.js';

/** Signing in and out. */
export const SIGN_IN_INPUTS = {
  login: { body: { user: { username: 'nobody', password: 'wrong' }, envelope: 'bare' } },
  logoutByQuery: { flat: { logout: 'true' } },
} as const satisfies ValidInputs;

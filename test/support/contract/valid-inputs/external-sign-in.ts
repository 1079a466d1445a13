import { type ValidInputs } from './valid-inputs.js';

/** Signing in with an identity of somebody else; no provider is configured where these are sent. */
export const EXTERNAL_SIGN_IN_INPUTS = {
  openIdSignIn: { flat: { returnTo: '/docs' } },
  openIdCallback: {
    flat: { code: 'nothing', state: 'nothing', iss: 'https://nobody.example', error: 'nothing' },
  },
} as const satisfies ValidInputs;

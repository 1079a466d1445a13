import { Text } from '../../../api/fields/values.js';
import { OWN_PATH, RETURN_TO_MAX } from './return-to.js';

const CODE = { min: 1, max: 4096, optional: true } as const;
const WORD = { max: 1024, optional: true } as const;

/** Options of `GET /login/oidc`. */
export class OpenIdSignInQuery {
  @Text({
    max: RETURN_TO_MAX,
    pattern: OWN_PATH,
    optional: true,
    note: 'Path on this server to go to afterwards; /docs when absent',
  })
  readonly returnTo?: string;
}

/** What the provider says in the browser's name. Free text of it is not taken. */
export class OpenIdAnswerQuery {
  @Text({ ...CODE, note: 'Code that the provider redeems once' })
  readonly code?: string;

  @Text({ ...CODE, note: 'What ties the answer to the browser that began' })
  readonly state?: string;

  @Text({ ...WORD, note: 'Who answers (RFC 9207)' })
  readonly iss?: string;

  @Text({ ...WORD, note: 'Why the provider did not sign the user in' })
  readonly error?: string;
}

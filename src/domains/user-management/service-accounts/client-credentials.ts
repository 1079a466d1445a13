import { type AppError, invalidInput } from '../../../kernel/app-error.js';
import { isUnusable, presentedCredential } from '../../../platform/auth/presented-credential.js';
import { unauthenticated } from '../../../platform/auth/unauthenticated.js';

/** Who a program says it is. */
export interface ClientCredentials {
  readonly clientId: string;
  readonly clientSecret: string;
  /** Where it said so; the challenge of a refusal asks for the same. */
  readonly form: 'basic' | undefined;
}

/** What a request for a token holds of them. */
export interface TokenRequestParts {
  readonly client_id?: string | undefined;
  readonly client_secret?: string | undefined;
}

const ID_LENGTH_MAX = 128;
const SECRET_LENGTH_MAX = 1024;

/**
 * Client id and secret, from the `Authorization` header or from the body, never from both (RFC 6749,
 * section 2.3). The body may repeat the id.
 * @throws AppError `invalid-input` for two ways at once; `unauthenticated` for none, or a bad header
 */
export function clientCredentials(
  authorization: string | undefined,
  { client_id: clientId, client_secret: clientSecret }: TokenRequestParts,
): ClientCredentials {
  if (authorization !== undefined) {
    const known = fromHeader(authorization);
    if (clientSecret !== undefined) throw twice('client_secret');
    if (clientId !== undefined && clientId !== known.clientId) throw twice('client_id');
    return known;
  }
  if (clientId === undefined || clientSecret === undefined) {
    throw unauthenticated('Client id and secret are missing');
  }
  return { clientId, clientSecret, form: undefined };
}

function fromHeader(authorization: string): ClientCredentials {
  const presented = presentedCredential({ authorization, url: '' }, '');
  if (!presented || isUnusable(presented) || presented.form !== 'basic') {
    throw unauthenticated('The Authorization header is not Basic with id and secret', 'basic');
  }
  // RFC 6749 has both parts form-encoded before they are joined.
  const clientId = decoded(presented.username);
  const clientSecret = decoded(presented.password);
  if (clientId.length > ID_LENGTH_MAX || clientSecret.length > SECRET_LENGTH_MAX) {
    throw unauthenticated('Client id or secret is wrong', 'basic');
  }
  return { clientId, clientSecret, form: 'basic' };
}

/** Many clients do not encode; what cannot be decoded is taken as it is. */
function decoded(text: string): string {
  try {
    return decodeURIComponent(text.replaceAll('+', ' '));
  } catch {
    return text;
  }
}

function twice(name: string): AppError {
  return invalidInput([
    { pointer: `#/${name}`, detail: 'must not stand beside the Authorization header' },
  ]);
}

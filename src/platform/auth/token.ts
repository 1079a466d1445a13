import { createHash, randomBytes } from 'node:crypto';

const TOKEN_BYTES = 32;
const TOKEN_FORM = /^[A-Za-z0-9_-]{43}$/;
/** What lives long has a prefix, by which those who search for leaked secrets know it. */
const API_TOKEN_PREFIX = 'nat_';
const CLIENT_SECRET_PREFIX = 'ncs_';

/** A new token: 256 random bits that mean nothing by themselves, in letters that need no escaping. */
export function newToken(): string {
  return randomBytes(TOKEN_BYTES).toString('base64url');
}

/** Whether the text can be a token at all; what cannot is refused without asking the database. */
export function hasTokenForm(text: string): boolean {
  return TOKEN_FORM.test(text);
}

/** A new API token. No session's token is as long, so the two cannot be taken for each other. */
export function newApiToken(): string {
  return API_TOKEN_PREFIX + newToken();
}

/** Whether the text can be an API token at all. */
export function hasApiTokenForm(text: string): boolean {
  return text.startsWith(API_TOKEN_PREFIX) && hasTokenForm(text.slice(API_TOKEN_PREFIX.length));
}

/** A new client secret of a service account: as many random bits as a token has. */
export function newClientSecret(): string {
  return CLIENT_SECRET_PREFIX + newToken();
}

/**
 * The key under which a token is stored and looked up. A plain SHA-256 is enough for 256 random
 * bits: nobody can try them out, and a stolen database holds no credential.
 */
export function tokenKey(token: string): string {
  return createHash('sha256').update(token).digest('base64url');
}

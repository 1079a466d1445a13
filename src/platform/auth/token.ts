import { createHash, randomBytes } from 'node:crypto';

const TOKEN_BYTES = 32;
const TOKEN_FORM = /^[A-Za-z0-9_-]{43}$/;

/** A new token: 256 random bits that mean nothing by themselves, in letters that need no escaping. */
export function newToken(): string {
  return randomBytes(TOKEN_BYTES).toString('base64url');
}

/** Whether the text can be a token at all; what cannot is refused without asking the database. */
export function hasTokenForm(text: string): boolean {
  return TOKEN_FORM.test(text);
}

/**
 * The key under which a token is stored and looked up. A plain SHA-256 is enough for 256 random
 * bits: nobody can try them out, and a stolen database holds no credential.
 */
export function tokenKey(token: string): string {
  return createHash('sha256').update(token).digest('base64url');
}

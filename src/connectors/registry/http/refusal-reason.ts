const BODY_LOOKED_AT = 4096;
const NO_TOKEN = 'it wants a token, and none is configured';

/**
 * What a status means, in words for people. Of the body only its kind counts: what it says may be
 * long, in any language, and repeat what was sent.
 */
export function refusalReason(status: number, body: Buffer, hasToken: boolean): string {
  const text = body.toString('utf8', 0, BODY_LOOKED_AT);
  if (status === 401) return hasToken ? unknownToken(text) : NO_TOKEN;
  if (status === 403) return hasToken ? weakToken(text) : NO_TOKEN;
  if (status === 404) {
    return hasToken
      ? 'there is nothing by that name, or the token may not see it'
      : 'there is nothing by that name that can be seen without a token';
  }
  return `it answers with status ${status}`;
}

function unknownToken(text: string): string {
  if (/expired/i.test(text)) return 'the token has expired';
  if (/revoked/i.test(text)) return 'the token was revoked';
  return 'it does not know the token';
}

function weakToken(text: string): string {
  return /insufficient_scope/i.test(text)
    ? 'the token lacks a scope that reads the API'
    : 'the token has no right to read this';
}

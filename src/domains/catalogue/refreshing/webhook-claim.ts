import { createHash, createHmac, timingSafeEqual } from 'node:crypto';

/** What somebody presents to the webhook of a repository. */
export type WebhookClaim =
  | { readonly kind: 'token'; readonly token: string }
  | { readonly kind: 'signature'; readonly signature: string; readonly body: Buffer };

type Headers = Readonly<Record<string, string | readonly string[] | undefined>>;

/**
 * What a request presents: `X-Gitlab-Token`, which is the secret itself, or `X-Hub-Signature-256`,
 * which was made with it over the body. Null for neither, and for both.
 */
export function webhookClaim(headers: Headers, body: Buffer): WebhookClaim | null {
  const { 'x-gitlab-token': token, 'x-hub-signature-256': signature } = headers;
  if (typeof token === 'string' && signature === undefined) return { kind: 'token', token };
  if (typeof signature === 'string' && token === undefined) {
    return { kind: 'signature', signature, body };
  }
  return null;
}

/** Whether whoever made the claim knows the secret. Takes as long for a wrong one as for a right one. An empty secret admits nobody. */
export function isGoodClaim(claim: WebhookClaim, secret: string): boolean {
  if (secret === '') return false;
  if (claim.kind === 'token') return isSame(claim.token, secret);
  const expected = createHmac('sha256', secret).update(claim.body).digest('hex');
  return isSame(claim.signature, `sha256=${expected}`);
}

/** Hashes have one length, whatever was presented. */
function isSame(one: string, other: string): boolean {
  const digest = (text: string): Buffer => createHash('sha256').update(text).digest();
  return timingSafeEqual(digest(one), digest(other));
}

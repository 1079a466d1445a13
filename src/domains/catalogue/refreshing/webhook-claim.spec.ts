import { createHmac } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import fc from 'fast-check';
import { isGoodClaim, webhookClaim } from './webhook-claim.js';

const body = Buffer.from('{"ref":"refs/heads/release/2023.2"}');
const signed = (secret: string, bytes = body) =>
  `sha256=${createHmac('sha256', secret).update(bytes).digest('hex')}`;
const isGood = (headers: Record<string, string>, secret: string, bytes = body) => {
  const claim = webhookClaim(headers, bytes);
  return claim !== null && isGoodClaim(claim, secret);
};

describe('the claim of a webhook', () => {
  it('is good with the secret as GitLab sends it', () => {
    expect(isGood({ 'x-gitlab-token': 'secret' }, 'secret')).toBe(true);
    expect(isGood({ 'x-gitlab-token': 'Secret' }, 'secret')).toBe(false);
    expect(isGood({ 'x-gitlab-token': '' }, 'secret')).toBe(false);
  });

  it('is good with the signature of the body as GitHub sends it', () => {
    expect(isGood({ 'x-hub-signature-256': signed('secret') }, 'secret')).toBe(true);
    expect(isGood({ 'x-hub-signature-256': signed('other') }, 'secret')).toBe(false);
    const changed = Buffer.from(`${body.toString()} `);
    expect(isGood({ 'x-hub-signature-256': signed('secret') }, 'secret', changed)).toBe(false);
    const plain = signed('secret').slice('sha256='.length);
    expect(isGood({ 'x-hub-signature-256': plain }, 'secret')).toBe(false);
  });

  it('is none without either, and with both', () => {
    expect(webhookClaim({}, body)).toBeNull();
    expect(
      webhookClaim({ 'x-gitlab-token': 's', 'x-hub-signature-256': signed('s') }, body),
    ).toBeNull();
  });

  it('is never good where the secret is empty', () => {
    expect(isGood({ 'x-gitlab-token': '' }, '')).toBe(false);
    expect(isGood({ 'x-hub-signature-256': signed('') }, '')).toBe(false);
  });

  it('is good for its own secret alone', () => {
    fc.assert(
      fc.property(fc.string(), fc.string(), (one, other) => {
        expect(isGood({ 'x-gitlab-token': one }, other)).toBe(one === other && one !== '');
        expect(isGood({ 'x-hub-signature-256': signed(one) }, other)).toBe(
          one === other && one !== '',
        );
      }),
    );
  });
});

import { describe, expect, it } from 'vitest';
import { type SecretBox } from '../../../platform/secrets/secret-box.js';
import { type StoredAdapter } from '../records/adapter.js';
import { UpstreamMessagesService } from './upstream-messages.service.js';

const SECRETS = new Map([
  ['sealed-password', 'canary-51c9'],
  ['sealed-token', 'canary-7f3a'],
  ['sealed-short', 'abc'],
]);
const messages = new UpstreamMessagesService({
  unseal: (sealed: string) => {
    const secret = SECRETS.get(sealed);
    if (secret === undefined) throw new Error('unreadable');
    return secret;
  },
} as unknown as SecretBox);
const adapter = (auth: object): StoredAdapter =>
  ({ auth: { type: 'basic', username: 'ada', password: '', token: '', ...auth } }) as StoredAdapter;

describe('the words of another system', () => {
  it('are shown without the password, its Basic form and the token', () => {
    const told = adapter({ password: 'sealed-password', token: 'sealed-token' });
    const pair = Buffer.from('ada:canary-51c9').toString('base64');
    const text = `a canary-51c9 b ${pair} c canary-7f3a d canary-51c9`;
    expect(messages.shown(told, text)).toBe('a <SECRET> b <SECRET> c <SECRET> d <SECRET>');
  });

  it('are shown without what looks like a secret of anybody', () => {
    expect(messages.shown(adapter({}), 'sent password=hunter2, Bearer abcdefgh')).toBe(
      'sent password=<SECRET>, Bearer <SECRET>',
    );
  });

  it('stay as they are where a secret is short, unset or unreadable', () => {
    for (const auth of [{}, { password: 'sealed-short' }, { token: 'lost' }]) {
      expect(messages.shown(adapter(auth), 'uri keypath abc not found')).toBe(
        'uri keypath abc not found',
      );
    }
  });
});

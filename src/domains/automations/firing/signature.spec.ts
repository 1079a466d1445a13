import { describe, expect, it } from 'vitest';
import fc from 'fast-check';
import { isGoodSignature, readSignature, REPLAY_WINDOW_SECONDS, signatureOf } from './signature.js';

const SECONDS = 1_767_225_600;
const at = (seconds: number): Date => new Date(seconds * 1000);

/** The header that a sender makes. */
const header = (key: string, seconds: number, body: Uint8Array): string =>
  `t=${String(seconds)},v1=${signatureOf(key, seconds, body).toString('hex')}`;

function isGood(text: string, request: { key: string; body: Uint8Array; now: Date }): boolean {
  const read = readSignature(text);
  return read !== undefined && isGoodSignature(read, request);
}

describe('isGoodSignature', () => {
  it('agrees with what others make of the same', () => {
    // printf '1767225600.{"a":1}' | openssl dgst -sha256 -hmac key
    expect(signatureOf('key', SECONDS, Buffer.from('{"a":1}')).toString('hex')).toBe(
      '80f7b75f8618b9b24d72673996a625f1a43f7387a26b6739d667431724fe4d23',
    );
  });

  it('takes what was made with the key, of this body and at about this time', () => {
    const offset = fc.integer({ min: -REPLAY_WINDOW_SECONDS, max: REPLAY_WINDOW_SECONDS });
    fc.assert(
      fc.property(fc.string(), fc.uint8Array(), offset, (key, body, seconds) => {
        const now = at(SECONDS + seconds);
        expect(isGood(header(key, SECONDS, body), { key, body, now })).toBe(true);
      }),
    );
  });

  it('takes nothing made with another key, of another body or at another time', () => {
    const other = fc.tuple(fc.uint8Array(), fc.uint8Array()).filter(([a, b]) => !same(a, b));
    fc.assert(
      fc.property(other, ([body, changed]) => {
        const signed = header('key', SECONDS, body);
        const now = at(SECONDS);
        expect(isGood(signed, { key: 'key', body: changed, now })).toBe(false);
        expect(isGood(signed, { key: 'yek', body, now })).toBe(false);
        const moved = signed.replace(String(SECONDS), String(SECONDS + 1));
        expect(isGood(moved, { key: 'key', body, now })).toBe(false);
      }),
    );
  });

  it.each([-REPLAY_WINDOW_SECONDS - 1, REPLAY_WINDOW_SECONDS + 1])(
    'takes nothing that is %d seconds off',
    (offset) => {
      const body = Buffer.from('{}');
      const now = at(SECONDS + offset);
      expect(isGood(header('key', SECONDS, body), { key: 'key', body, now })).toBe(false);
    },
  );
});

describe('readSignature', () => {
  const hex = 'a'.repeat(64);

  it('reads the one form', () => {
    expect(readSignature(`t=12,v1=${hex}`)).toEqual({ seconds: 12, hex });
  });

  it.each([
    '',
    hex,
    `v1=${hex}`,
    `t=,v1=${hex}`,
    `t=012,v1=${hex}`,
    `t=-12,v1=${hex}`,
    `t=12.5,v1=${hex}`,
    `t=1234567890123,v1=${hex}`,
    `t=12,v1=${hex.toUpperCase()}`,
    `t=12,v1=${hex}0`,
    `t=12,v1=${hex},v1=${hex}`,
    `t=12, v1=${hex}`,
    `t=12,v1=${hex}\n`,
  ])('reads nothing else: %j', (text) => {
    expect(readSignature(text)).toBeUndefined();
  });

  it('throws at nothing', () => {
    fc.assert(fc.property(fc.string(), (text) => readSignature(text) === undefined));
  });
});

function same(one: Uint8Array, other: Uint8Array): boolean {
  return Buffer.from(one).equals(Buffer.from(other));
}

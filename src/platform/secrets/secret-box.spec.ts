import { createHash, createHmac, randomBytes } from 'node:crypto';
import { inspect } from 'node:util';
import { describe, expect, it } from 'vitest';
import fc from 'fast-check';
import { AppError } from '../../kernel/app-error.js';
import { isSealed, SECRET_KEY_BYTES, SecretBox } from './secret-box.js';

const aKey = (): Buffer => randomBytes(SECRET_KEY_BYTES);
const secretText = fc.string({ unit: 'grapheme', maxLength: 200 });

describe('SecretBox', () => {
  describe('for one key', () => {
    it('opens every text that it sealed', () => {
      const box = new SecretBox([aKey()]);
      fc.assert(
        fc.property(secretText, (text) => {
          expect(box.unseal(box.seal(text))).toBe(text);
        }),
      );
    });

    it('never seals a text twice in the same way', () => {
      const box = new SecretBox([aKey()]);
      fc.assert(
        fc.property(secretText, (text) => {
          expect(new Set([box.seal(text), box.seal(text), box.seal(text)]).size).toBe(3);
        }),
      );
    });

    it('makes text that is safe in documents and does not hold the secret', () => {
      const sealed = new SecretBox([aKey()]).seal('correct horse battery');
      expect(sealed).toMatch(/^\$ENC1\.[0-9a-f]{8}\.[A-Za-z0-9_-]+$/);
      expect(isSealed(sealed)).toBe(true);
      expect(Buffer.from(sealed.split('.')[2] ?? '', 'base64url').toString('latin1')).not.toContain(
        'horse',
      );
    });

    it('refuses a text that would come back as another one', () => {
      expect(() => new SecretBox([aKey()]).seal('a\ud800')).toThrow(AppError);
    });

    it('shows no key when it is printed', () => {
      const key = aKey();
      const box = new SecretBox([key]);
      expect(inspect(box, { showHidden: true, depth: 9 })).not.toContain(key.toString('hex', 0, 4));
      expect(JSON.stringify(box)).toBe('{}');
    });

    it.each([0, 16, 31, 33])('takes no key of %d bytes', (length) => {
      expect(() => new SecretBox([randomBytes(length)])).toThrow('a key has 32 bytes');
    });

    it('needs a key', () => {
      expect(() => new SecretBox([])).toThrow('a secret box has a key');
    });
  });

  describe('for damaged text', () => {
    const box = new SecretBox([aKey()]);
    const sealed = box.seal('the secret');

    it('opens no text in which any one character was changed', () => {
      const character = fc.string({ unit: 'binary-ascii', minLength: 1, maxLength: 1 });
      const place = fc.integer({ min: 0, max: sealed.length - 1 });
      fc.assert(
        fc.property(place, character, (at, replacement) => {
          fc.pre(sealed[at] !== replacement);
          const changed = sealed.slice(0, at) + replacement + sealed.slice(at + 1);
          expect(box.tryUnseal(changed).kind).toBe('unreadable');
        }),
        { numRuns: 2000 },
      );
    });

    it('opens no text that was cut or lengthened', () => {
      for (let length = 0; length < sealed.length; length += 1) {
        expect(box.tryUnseal(sealed.slice(0, length)).kind).toBe('unreadable');
      }
      expect(box.tryUnseal(`${sealed}A`).kind).toBe('unreadable');
      expect(box.tryUnseal(`${sealed}AAAA`).kind).toBe('unreadable');
    });

    it.each([
      ['not-sealed', 'plain text'],
      ['not-sealed', ''],
      ['not-sealed', '$ENC0123456789abcdef'],
      ['damaged', sealed.slice(0, -1) + (sealed.endsWith('A') ? 'Q' : 'A')],
      ['unknown-key', new SecretBox([aKey()]).seal('x')],
    ])('says %s', (reason, text) => {
      expect(box.tryUnseal(text)).toEqual({ kind: 'unreadable', reason });
    });

    it('tells the caller to enter the secret again, and nothing of what is stored', () => {
      const attempt = (): string => box.unseal(new SecretBox([aKey()]).seal('x'));
      expect(attempt).toThrow(
        expect.objectContaining({
          kind: 'conflict',
          code: 'secret-unreadable',
          detail: 'A stored secret cannot be read (unknown-key): enter it again',
        }),
      );
    });
  });

  describe('hash', () => {
    it('cannot be made without the keys, and is no other with the same', () => {
      const key = aKey();
      const hash = new SecretBox([key]).hash('a');
      expect(new SecretBox([key]).hash('a')).toBe(hash);
      const other = new SecretBox([aKey()]);
      expect(other.hash('a').split('.')[1]).not.toBe(hash.split('.')[1]);
      for (const named of [createHash('sha256'), createHmac('sha256', key)]) {
        expect(hash).not.toContain(named.update('a').digest('base64url'));
      }
    });

    it.each(['', 'a', '.', createHash('sha256').update('a').digest('base64url')])(
      'does not match what is no hash of ours: %j',
      (hash) => {
        expect(new SecretBox([aKey()]).matches('a', hash)).toBe(false);
      },
    );
  });

  describe('while keys are exchanged', () => {
    const [oldKey, newKey] = [aKey(), aKey()];
    const before = new SecretBox([oldKey]);
    const during = new SecretBox([newKey, oldKey]);
    const after = new SecretBox([newKey]);

    it('opens with any key and seals with the newest', () => {
      expect(during.tryUnseal(before.seal('a'))).toEqual({
        kind: 'unsealed',
        text: 'a',
        byNewestKey: false,
      });
      expect(after.tryUnseal(during.seal('b'))).toEqual({
        kind: 'unsealed',
        text: 'b',
        byNewestKey: true,
      });
    });

    it('recognizes what was hashed with any key that is left', () => {
      const hash = before.hash('a');
      expect([before, during, after].map((box) => box.matches('a', hash))).toEqual([
        true,
        true,
        false,
      ]);
      expect(during.matches('b', hash)).toBe(false);
      expect(after.matches('a', during.hash('a'))).toBe(true);
    });

    it('cannot open what a removed key sealed', () => {
      expect(after.tryUnseal(before.seal('a'))).toMatchObject({ reason: 'unknown-key' });
    });
  });
});

import { generateKeyPairSync, type KeyObject, sign } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import fc from 'fast-check';
import { anArtifact } from '#test/support/factories/an-artifact.js';
import { AppError } from '../../../kernel/app-error.js';
import { type JsonObject } from '../../../kernel/json.js';
import { readSigningKey } from '../../../platform/packaged/signing-key.js';
import { canonicalBytes, integrityOf } from './content-hash.js';
import {
  assertTrusted,
  examineSignature,
  type SignatureTrust,
  trustForUpload,
  verifySignature,
} from './package-trust.js';

const [author, stranger] = [generateKeyPairSync('ed25519'), generateKeyPairSync('ed25519')];
const pem = (key: KeyObject): string => key.export({ type: 'spki', format: 'pem' }).toString();
const raw = (key: KeyObject): string =>
  Buffer.from(key.export({ format: 'jwk' }).x ?? '', 'base64url').toString('base64');
const signed = (document: JsonObject, { privateKey } = author): string =>
  sign(null, canonicalBytes(document), privateKey).toString('base64');
const trusting = (keys: readonly string[], requireSignature = false): SignatureTrust => ({
  publicKeys: keys,
  requireSignature,
});
const AUTHOR = trusting([pem(author.publicKey)]);
const DOCUMENT = anArtifact();
const fingerprint = readSigningKey(pem(author.publicKey))?.fingerprint;

/** The same members in another order, at every depth. */
function turned(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(turned);
  if (typeof value !== 'object' || value === null) return value;
  const members = Object.entries(value).reverse();
  return Object.fromEntries(members.map(([key, member]) => [key, turned(member)]));
}

function refusal(act: () => void): string | undefined {
  try {
    act();
    return undefined;
  } catch (error) {
    return error instanceof AppError ? error.code : 'another error';
  }
}

describe('verifySignature', () => {
  it.each([
    ['PEM', pem(author.publicKey)],
    ['PEM with blanks around it', `\n${pem(author.publicKey)}\n`],
    ['32 bytes in base64', raw(author.publicKey)],
    ['32 bytes in base64url', raw(author.publicKey).replaceAll('+', '-').replaceAll('/', '_')],
    ['32 bytes without padding', raw(author.publicKey).replace('=', '')],
  ])('finds who signed, whose key is written as %s', (_, key) => {
    const verdict = verifySignature(DOCUMENT, signed(DOCUMENT), trusting([key]));
    expect(verdict).toEqual({ state: 'valid', key: fingerprint });
  });

  it('finds the one key of several', () => {
    const keys = ['no key', raw(stranger.publicKey), pem(author.publicKey)];
    const verdict = verifySignature(DOCUMENT, `${signed(DOCUMENT)}\n`, trusting(keys));
    expect(verdict).toEqual({ state: 'valid', key: fingerprint });
  });

  it('does not mind how the document is written', () => {
    const again = turned(JSON.parse(JSON.stringify(DOCUMENT))) as JsonObject;
    expect(Object.keys(again)).not.toEqual(Object.keys(DOCUMENT));
    expect(verifySignature(again, signed(DOCUMENT), AUTHOR).state).toBe('valid');
    expect(integrityOf(again)).toBe(integrityOf(DOCUMENT));
  });

  it.each([
    ['another content', signed(anArtifact({ version: '1.0.1' }))],
    ['a key that nobody trusts', signed(DOCUMENT, stranger)],
    ['no signature but text', 'x'.repeat(88)],
    ['nothing', ''],
    ['a signature with more behind it', `${signed(DOCUMENT)}AAAA`],
    ['a shortened one', signed(DOCUMENT).slice(0, 80)],
  ])('is not taken in by %s', (_, signature) => {
    expect(verifySignature(DOCUMENT, signature, AUTHOR)).toEqual({ state: 'invalid', key: null });
  });

  it('says what there is nothing to judge by', () => {
    expect(verifySignature(DOCUMENT, undefined, AUTHOR).state).toBe('missing');
    expect(verifySignature(DOCUMENT, undefined, trusting([])).state).toBe('unchecked');
    expect(verifySignature(DOCUMENT, signed(DOCUMENT), trusting([])).state).toBe('unchecked');
  });

  it('trusts nobody by keys of other kinds', () => {
    const rsa = generateKeyPairSync('rsa', { modulusLength: 2048 });
    const secret = author.privateKey.export({ type: 'pkcs8', format: 'pem' }).toString();
    for (const key of [pem(rsa.publicKey), secret, '', 'A'.repeat(44), 'A'.repeat(5000)]) {
      expect(verifySignature(DOCUMENT, signed(DOCUMENT), trusting([key])).state).toBe('invalid');
    }
  });

  it('holds for every document that its author signed, and for no other one', () => {
    fc.assert(
      fc.property(fc.dictionary(fc.string(), fc.jsonValue()), fc.string(), (document, text) => {
        const mine = { ...document, extra: text } as JsonObject;
        const signature = signed(mine);
        const other = { ...mine, extra: `${text}.` };
        return (
          verifySignature(turned(mine) as JsonObject, signature, AUTHOR).state === 'valid' &&
          verifySignature(other, signature, AUTHOR).state === 'invalid'
        );
      }),
      { numRuns: 50 },
    );
  });
});

describe('examineSignature', () => {
  it('says the same as the parts of it, and keeps the signature', () => {
    const signature = signed(DOCUMENT);
    expect(examineSignature(DOCUMENT, signature, AUTHOR)).toEqual({
      integrity: integrityOf(DOCUMENT),
      signature: verifySignature(DOCUMENT, signature, AUTHOR),
      signatureText: signature,
    });
    expect(examineSignature(DOCUMENT, undefined, AUTHOR)).toEqual({
      integrity: integrityOf(DOCUMENT),
      signature: { state: 'missing', key: null },
    });
  });
});

describe('assertTrusted', () => {
  it.each([
    ['valid', true, undefined],
    ['valid', false, undefined],
    ['missing', false, undefined],
    ['unchecked', false, undefined],
    ['missing', true, 'signature-required'],
    ['unchecked', true, 'signature-required'],
    ['invalid', true, 'signature-invalid'],
    ['invalid', false, 'signature-invalid'],
  ] as const)('of one that is %s, required %s: %s', (state, isRequired, code) => {
    const verdict = { state, key: null };
    const rules = trusting([], isRequired);
    expect(
      refusal(() => {
        assertTrusted(verdict, rules, "Package 'x'");
      }),
    ).toBe(code);
  });
});

describe('trustForUpload', () => {
  const configs = [
    { name: '@acme', trust: trusting(['a'], true) },
    { name: '@other', trust: trusting(['b', 'a']) },
  ];

  it('goes by the repository of the scope, so that uploads are no way around it', () => {
    for (const name of ['@acme/x', '@ACME/x']) {
      expect(trustForUpload(name, configs)).toEqual(trusting(['a'], true));
    }
  });

  it('goes by all keys where no repository has the scope, and requires nothing', () => {
    for (const name of ['@nobody/x', 'x', '']) {
      expect(trustForUpload(name, configs)).toEqual(trusting(['a', 'b']));
    }
  });
});

import { createHash, createPublicKey, type KeyObject } from 'node:crypto';

const RAW_LENGTH = 32;
/** A PEM of such a key takes 113 characters; whatever is far longer is none. */
const TEXT_LENGTH_MAX = 1024;
const RAW_KEY = /^[A-Za-z0-9+/_-]{43}=?$/;

/** A public key that packages may be signed with, and the name it goes by. */
export interface SigningKey {
  readonly key: KeyObject;
  /** SHA-256 of its 32 bytes, in hex. */
  readonly fingerprint: string;
}

/**
 * An Ed25519 public key as PEM (`BEGIN PUBLIC KEY`) or as its 32 bytes in base64; null for anything
 * else. A private key is none, although the public one could be computed from it: it has no place here.
 */
export function readSigningKey(text: string): SigningKey | null {
  if (text.length > TEXT_LENGTH_MAX) return null;
  const trimmed = text.trim();
  const key = RAW_KEY.test(trimmed) ? fromRaw(trimmed) : fromPem(trimmed);
  if (key?.asymmetricKeyType !== 'ed25519') return null;
  return { key, fingerprint: fingerprintOf(key) };
}

/** Whether a text is a key that `readSigningKey` takes. */
export function isSigningKey(text: string): boolean {
  return readSigningKey(text) !== null;
}

function fromRaw(text: string): KeyObject | null {
  const raw = Buffer.from(text, 'base64');
  if (raw.length !== RAW_LENGTH) return null;
  const jwk = { kty: 'OKP', crv: 'Ed25519', x: raw.toString('base64url') };
  return attempt(() => createPublicKey({ key: jwk, format: 'jwk' }));
}

function fromPem(text: string): KeyObject | null {
  if (!text.startsWith('-----BEGIN PUBLIC KEY-----')) return null;
  return attempt(() => createPublicKey(text));
}

function attempt(read: () => KeyObject): KeyObject | null {
  try {
    return read();
  } catch {
    return null;
  }
}

function fingerprintOf(key: KeyObject): string {
  const { x = '' } = key.export({ format: 'jwk' });
  return createHash('sha256').update(Buffer.from(x, 'base64url')).digest('hex');
}

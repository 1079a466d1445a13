import {
  createCipheriv,
  createDecipheriv,
  createHmac,
  createSecretKey,
  hkdfSync,
  type KeyObject,
  randomBytes,
} from 'node:crypto';
import { AppError, conflict } from '../../kernel/app-error.js';
import { invariant } from '../../kernel/invariant.js';

/** Length of a key that seals secrets. */
export const SECRET_KEY_BYTES = 32;

const ALGORITHM = 'aes-256-gcm';
const IV_BYTES = 12;
const TAG_BYTES = 16;
/** Format version, id of the key, then IV, tag and ciphertext in base64url. */
const SEALED = /^(\$ENC1\.([0-9a-f]{8}))\.([A-Za-z0-9_-]{38,})$/;
const LONE_SURROGATE = /\p{Surrogate}/u;

/** What came of opening a sealed text; a secret that cannot be read is a finding, not a crash. */
export type UnsealOutcome =
  | { readonly kind: 'unsealed'; readonly text: string; readonly byNewestKey: boolean }
  | { readonly kind: 'unreadable'; readonly reason: 'not-sealed' | 'unknown-key' | 'damaged' };

/** What came of bringing a sealed text to the newest key. */
export type ResealOutcome =
  | { readonly kind: 'resealed'; readonly sealed: string }
  | { readonly kind: 'newest' }
  | Extract<UnsealOutcome, { kind: 'unreadable' }>;

interface NamedKey {
  readonly id: string;
  readonly key: KeyObject;
  /** For hashes: derived, so that no key does two things. */
  readonly hashKey: KeyObject;
}

/** True for the failure of opening what was sealed with a key that is gone. */
export function isUnreadable(error: unknown): boolean {
  return error instanceof AppError && error.code === 'secret-unreadable';
}

/**
 * Seals stored secrets with AES-256-GCM (ADR 0060). The newest key seals, every key opens, so
 * keys are exchanged node by node. A sealed text says which key made it and is bound to no place:
 * documents are renamed, copied and exported whole, with the secrets in them.
 */
export class SecretBox {
  readonly #keys: readonly NamedKey[];
  readonly #newest: NamedKey;

  /** @param keys of `SECRET_KEY_BYTES` each, newest first; at least one. */
  constructor(keys: readonly Buffer[]) {
    this.#keys = keys.map(toNamedKey);
    const newest = this.#keys[0];
    invariant(newest, 'a secret box has a key');
    this.#newest = newest;
  }

  /**
   * The text in a form that may be stored: `$ENC1.…`, another one at every call.
   * @throws AppError `invalid-input` for a lone surrogate, which would come back as another text.
   */
  seal(text: string): string {
    if (LONE_SURROGATE.test(text)) {
      throw new AppError('invalid-input', 'A secret must not hold a lone surrogate');
    }
    const { id, key } = this.#newest;
    const header = `$ENC1.${id}`;
    const iv = randomBytes(IV_BYTES);
    const cipher = createCipheriv(ALGORITHM, key, iv, { authTagLength: TAG_BYTES });
    cipher.setAAD(Buffer.from(header));
    const sealed = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
    return `${header}.${Buffer.concat([iv, cipher.getAuthTag(), sealed]).toString('base64url')}`;
  }

  /**
   * The text that was sealed.
   * @throws AppError `conflict` (code `secret-unreadable`) when no key of ours opens it.
   */
  unseal(sealed: string): string {
    const outcome = this.tryUnseal(sealed);
    if (outcome.kind === 'unsealed') return outcome.text;
    throw conflict(
      `A stored secret cannot be read (${outcome.reason}): enter it again`,
      'secret-unreadable',
    );
  }

  /** Opens a sealed text, or says why it cannot be opened. */
  tryUnseal(sealed: string): UnsealOutcome {
    const [, header, id, body] = SEALED.exec(sealed) ?? [];
    if (header === undefined || body === undefined) return unreadable('not-sealed');
    const named = this.#keys.find((candidate) => candidate.id === id);
    if (!named) return unreadable('unknown-key');
    const text = decipher(named.key, header, body);
    if (text === undefined) return unreadable('damaged');
    return { kind: 'unsealed', text, byNewestKey: named === this.#newest };
  }

  /**
   * A hash that nobody can look for without the keys: of what may hold a secret, and need only be
   * recognized. `matches` compares it; it names its key, and lives no longer than that one.
   */
  hash(text: string): string {
    return hashOf(text, this.#newest);
  }

  /** Whether this text was hashed; false as well when the key of the hash is not at hand any more. */
  matches(text: string, hash: string): boolean {
    const named = this.#keys.find(({ id }) => hash.startsWith(`${id}.`));
    return named !== undefined && hashOf(text, named) === hash;
  }

  /** The same secret under the newest key, unless it is that one's already or cannot be opened. */
  tryReseal(sealed: string): ResealOutcome {
    const outcome = this.tryUnseal(sealed);
    if (outcome.kind === 'unreadable') return outcome;
    return outcome.byNewestKey
      ? { kind: 'newest' }
      : { kind: 'resealed', sealed: this.seal(outcome.text) };
  }
}

/** True for texts in the form that `SecretBox.seal` makes, whichever key made them. */
export function isSealed(text: string): boolean {
  return SEALED.test(text);
}

function unreadable(reason: 'not-sealed' | 'unknown-key' | 'damaged'): UnsealOutcome {
  return { kind: 'unreadable', reason };
}

/** The id tells keys apart and nothing about them: it is a keyed hash of a constant. */
function toNamedKey(bytes: Buffer): NamedKey {
  invariant(bytes.length === SECRET_KEY_BYTES, `a key has ${SECRET_KEY_BYTES} bytes`);
  const id = createHmac('sha256', bytes).update('key id').digest('hex').slice(0, 8);
  const hashKey = Buffer.from(hkdfSync('sha256', bytes, '', 'keyed hash', SECRET_KEY_BYTES));
  return { id, key: createSecretKey(bytes), hashKey: createSecretKey(hashKey) };
}

function hashOf(text: string, { id, hashKey }: NamedKey): string {
  return `${id}.${createHmac('sha256', hashKey).update(text).digest('base64url')}`;
}

function decipher(key: KeyObject, header: string, body: string): string | undefined {
  const bytes = Buffer.from(body, 'base64url');
  // The last character of base64 has spare bits: only one spelling counts as undamaged.
  if (bytes.toString('base64url') !== body) return undefined;
  const opener = createDecipheriv(ALGORITHM, key, bytes.subarray(0, IV_BYTES), {
    authTagLength: TAG_BYTES,
  });
  opener.setAAD(Buffer.from(header));
  opener.setAuthTag(bytes.subarray(IV_BYTES, IV_BYTES + TAG_BYTES));
  const text = opener.update(bytes.subarray(IV_BYTES + TAG_BYTES));
  try {
    return Buffer.concat([text, opener.final()]).toString('utf8');
  } catch {
    // GCM says only that the tag does not fit; there is nothing to learn from its error.
    return undefined;
  }
}

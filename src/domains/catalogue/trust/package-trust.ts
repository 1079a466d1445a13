import { verify } from 'node:crypto';
import { conflict } from '../../../kernel/app-error.js';
import { foldText } from '../../../kernel/folded-text.js';
import { type JsonObject } from '../../../kernel/json.js';
import { readSigningKey, type SigningKey } from '../../../platform/packaged/signing-key.js';
import { canonicalBytes, sha256 } from './content-hash.js';

/** What is known of the signature of a package. */
export interface SignatureVerdict {
  /** `unchecked` where its repository names no keys. */
  readonly state: 'valid' | 'invalid' | 'missing' | 'unchecked';
  /** Fingerprint of the key that signed it; null unless valid. */
  readonly key: string | null;
}

/** Where an installed package came from, and what tells whether another one is the same. */
export interface PackageOrigin {
  /** The repository configuration; null for one that was uploaded. */
  readonly config: string | null;
  /** Its place in the repository; null for one that was uploaded. */
  readonly ref: string | null;
  /** SHA-256 of the canonical JSON of the document that came in, in hex. */
  readonly integrity: string;
  /** By the keys of the time when it was installed. */
  readonly signature: SignatureVerdict;
  /** The signature itself, so that it can be judged by the keys of later; absent without one. */
  readonly signatureText?: string;
}

/*
 * Judges who signed a package (ADR 0186). A signature is Ed25519 over the canonical JSON of the whole
 * package document, written in base64 beside it.
 */

/** Whom a repository trusts; `trust` of its configuration. */
export interface SignatureTrust {
  /** Ed25519 public keys, as PEM or as 32 bytes in base64; one of them must have signed. */
  readonly publicKeys: readonly string[];
  /** Packages without a valid signature are not installed. */
  readonly requireSignature: boolean;
}

/** A repository configuration, as far as uploads are judged by it. */
export interface TrustingConfig {
  /** The scope of its packages, `@acme` for example. */
  readonly name: string;
  readonly trust: SignatureTrust;
}

const SIGNATURE_LENGTH = 64;
/** 64 bytes in base64, with or without padding; in either alphabet. */
const SIGNATURE = /^[A-Za-z0-9+/_-]{86}(?:==)?$/;

/** The integrity and the signature of a document, which is spelled out but once for both. */
export function examineSignature(
  document: JsonObject,
  signature: string | undefined,
  trust: SignatureTrust,
): Omit<PackageOrigin, 'config' | 'ref'> {
  const bytes = canonicalBytes(document);
  return {
    integrity: sha256(bytes),
    signature: verifyBytes(bytes, signature, trust),
    ...(signature !== undefined && { signatureText: signature }),
  };
}

/** Whether one of the trusted keys has signed the document; never throws. */
export function verifySignature(
  document: JsonObject,
  signature: string | undefined,
  trust: SignatureTrust,
): SignatureVerdict {
  if (signature === undefined || trust.publicKeys.length === 0) {
    return withoutSignature(trust, signature);
  }
  return verifyBytes(canonicalBytes(document), signature, trust);
}

/**
 * Refuses what must not be installed: a signature that does not fit always, none at all where the
 * repository asks for one.
 * @throws AppError `conflict`: `signature-invalid` or `signature-required`
 */
export function assertTrusted(
  verdict: SignatureVerdict,
  trust: SignatureTrust,
  packageName = 'The package',
): void {
  if (verdict.state === 'invalid') {
    const why = 'its signature was made by none of the trusted keys, or for another content';
    throw conflict(`${packageName} is not trusted: ${why}`, 'signature-invalid');
  }
  if (verdict.state === 'valid' || !trust.requireSignature) return;
  const why =
    verdict.state === 'missing' ? 'it has none' : 'the repository names no key to check it by';
  throw conflict(`${packageName} needs a signature, and ${why}`, 'signature-required');
}

/**
 * By whom an uploaded package is judged: by the configuration of its scope, so that an upload is no
 * way around it; else by all keys there are, and none is required.
 */
export function trustForUpload(
  packageName: string,
  configs: readonly TrustingConfig[],
): SignatureTrust {
  const scope = foldText(packageName.split('/', 1)[0] ?? '');
  const own = configs.find(({ name }) => foldText(name) === scope);
  if (own) return own.trust;
  const publicKeys = [...new Set(configs.flatMap(({ trust }) => trust.publicKeys))];
  return { publicKeys, requireSignature: false };
}

function verifyBytes(
  bytes: Buffer,
  signature: string | undefined,
  trust: SignatureTrust,
): SignatureVerdict {
  if (signature === undefined || trust.publicKeys.length === 0) {
    return withoutSignature(trust, signature);
  }
  const signed = signatureBytes(signature);
  const key =
    signed && readable(trust.publicKeys).find((one) => verify(null, bytes, one.key, signed));
  return key ? { state: 'valid', key: key.fingerprint } : { state: 'invalid', key: null };
}

function withoutSignature(
  { publicKeys }: SignatureTrust,
  signature: string | undefined,
): SignatureVerdict {
  const isMissing = signature === undefined && publicKeys.length > 0;
  return { state: isMissing ? 'missing' : 'unchecked', key: null };
}

/** Keys that cannot be read trust nobody; the configuration refuses them, an import may bring them. */
function readable(publicKeys: readonly string[]): readonly SigningKey[] {
  return publicKeys.flatMap((text) => readSigningKey(text) ?? []);
}

function signatureBytes(text: string): Buffer | null {
  const trimmed = text.trim();
  if (!SIGNATURE.test(trimmed)) return null;
  const bytes = Buffer.from(trimmed, 'base64');
  return bytes.length === SIGNATURE_LENGTH ? bytes : null;
}

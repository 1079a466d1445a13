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

/** The first answer to a request with a key, as it is given again. */
export interface KeptAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: KeptBody;
}

/** `not-kept`: the answer was a stream or beyond the limit; only that it was given is known. */
export type KeptBody =
  | { readonly form: 'none' }
  | { readonly form: 'text'; readonly text: string }
  | { readonly form: 'json'; readonly text: string }
  | { readonly form: 'not-kept' };

/** One use of an idempotency key: by whom, for what, and what came of it. */
export interface IdempotencyRecord {
  /** Hash of caller, operation and key: the uniqueness of `_id` decides between two requests. */
  readonly _id: string;
  /** The attempt that carries the request out, or did. */
  readonly attempt: string;
  /** Keyed hash of the input (`SecretBox.hash`): inputs hold passwords, and a plain one could be guessed. */
  readonly fingerprint: string;
  /** Until when the attempt is believed to be alive; the node that runs it keeps moving this on. */
  readonly leaseUntil: Date;
  /** From when the key is free again. */
  readonly expiresAt: Date;
  /** null while the attempt runs. */
  readonly answer: KeptAnswer | null;
}

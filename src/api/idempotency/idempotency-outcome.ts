import { type IdempotencyRecord, type KeptAnswer } from './idempotency-record.js';

/** What a request with a key that is already known comes to. */
export type IdempotencyOutcome =
  | { readonly kind: 'replay'; readonly answer: KeptAnswer }
  | { readonly kind: 'running'; readonly retryAfterSeconds: number }
  | { readonly kind: 'other-input' }
  /** The key has expired, or the node that held it has died. */
  | { readonly kind: 'free' };

/** Decides by what is stored under the key, and whether its input was the same; `now` is this node's time. */
export function idempotencyOutcome(
  stored: IdempotencyRecord,
  isSameInput: boolean,
  now: Date,
): IdempotencyOutcome {
  if (stored.expiresAt <= now) return { kind: 'free' };
  if (!isSameInput) return { kind: 'other-input' };
  if (stored.answer !== null) return { kind: 'replay', answer: stored.answer };
  if (stored.leaseUntil <= now) return { kind: 'free' };
  const leftMs = stored.leaseUntil.getTime() - now.getTime();
  // Most requests end long before their lease; nobody waits longer than it.
  return { kind: 'running', retryAfterSeconds: Math.min(2, Math.ceil(leftMs / 1000)) };
}

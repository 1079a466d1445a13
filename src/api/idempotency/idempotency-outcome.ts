import { type AppError } from '../../kernel/app-error.js';
import { type IdempotencyRecord, type KeptAnswer } from './idempotency-record.js';

/** What is known of a key that somebody has used, by the clock of the database. */
export interface KnownUse extends Pick<IdempotencyRecord, 'attempt' | 'fingerprint' | 'answer'> {
  /** How long its attempt is still believed to be alive. */
  readonly leaseLeftMs: number;
}

/** What a request with a key that is already known comes to. */
export type IdempotencyOutcome =
  | { readonly kind: 'replay'; readonly answer: KeptAnswer }
  | { readonly kind: 'running'; readonly retryAfterSeconds: number }
  | { readonly kind: 'other-input' }
  /** It was begun, and what came of it is not known. */
  | { readonly kind: 'unknown' };

/** Decides by what is stored under the key, and whether its input was the same. */
export function idempotencyOutcome(
  { answer, leaseLeftMs }: Pick<KnownUse, 'answer' | 'leaseLeftMs'>,
  isSameInput: boolean,
): IdempotencyOutcome {
  if (!isSameInput) return { kind: 'other-input' };
  if (answer !== null) return { kind: 'replay', answer };
  if (leaseLeftMs <= 0) return { kind: 'unknown' };
  // Most requests end long before their lease; nobody waits longer than it.
  return { kind: 'running', retryAfterSeconds: Math.min(2, Math.ceil(leaseLeftMs / 1000)) };
}

/** Failures at which part of the work may have been done: a database that loses an answer, a node that stops. */
const UNFINISHED: ReadonlySet<string> = new Set([
  'database-unavailable',
  'operation-interrupted',
  'audit-not-written',
  'change-unfinished',
]);

/** Whether a request that failed so surely changed nothing, and may be made again. */
export function changedNothing({ kind, code }: AppError): boolean {
  if (kind === 'unavailable') return !UNFINISHED.has(code);
  return kind !== 'internal' && kind !== 'upstream-failed' && kind !== 'upstream-timeout';
}

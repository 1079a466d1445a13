import { AppError } from '../../../kernel/app-error.js';
import { type ItemFinding } from './backup-run.js';

/** A node that dies loses its items after this. */
export const LEASE_MS = 30_000;
export const RENEWAL_MS = LEASE_MS / 3;
/** Attempts at a device that fails in a way that may pass. */
const ATTEMPTS_MAX = 3;
/** So often an item is taken, whatever becomes of its nodes. */
const CLAIMS_MAX = 6;
const RETRY_MS = [1000, 5000] as const;
const JITTER = 0.2;

const TRANSIENT_KINDS: ReadonlySet<string> = new Set(['upstream-timeout', 'unavailable']);
const TRANSIENT_CODES: ReadonlySet<string> = new Set([
  'device-unreachable',
  'device-dialog-failed',
]);

/** What follows from a failure. */
export type AfterFailure =
  | { readonly kind: 'retry'; readonly delayMs: number; readonly finding: ItemFinding }
  | { readonly kind: 'failed'; readonly finding: ItemFinding };

/**
 * Decides what follows from a failed attempt: another one when it may pass.
 * @param attempts with the failed one.
 * @param random from 0 to below 1.
 */
export function afterFailure(error: unknown, attempts: number, random: number): AfterFailure {
  const finding = failureOf(error);
  if (!mayPass(error) || attempts >= ATTEMPTS_MAX) return { kind: 'failed', finding };
  const delayMs = RETRY_MS[Math.min(attempts, RETRY_MS.length) - 1] ?? RETRY_MS[0];
  return { kind: 'retry', delayMs: delayMs * (1 + JITTER * (2 * random - 1)), finding };
}

/** Whether an item was taken so often without an end that it may be what ends its nodes. */
export function isGivenUp(attempts: number): boolean {
  return attempts > CLAIMS_MAX;
}

/** Why an item was given up. */
export const GIVEN_UP: ItemFinding = {
  kind: 'failed',
  code: 'given-up',
  detail: 'It was begun too often and never ended',
};

function mayPass(error: unknown): boolean {
  if (!(error instanceof AppError)) return false;
  return TRANSIENT_KINDS.has(error.kind) || TRANSIENT_CODES.has(error.code);
}

function failureOf(error: unknown): ItemFinding {
  if (error instanceof AppError) return { kind: 'failed', code: error.code, detail: error.detail };
  return { kind: 'failed', code: 'internal', detail: 'The platform failed; its log says why' };
}

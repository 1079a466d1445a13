import { AppError } from '../../../kernel/app-error.js';
import { type Verdict } from './circuit.js';

/** What became of a call, for metrics and log, and what it says of the other system. */
export interface CallOutcome {
  /** One of few words, or a class of status. */
  readonly label: string;
  readonly verdict: Verdict;
}

/** Answers of something before the system, which itself does not answer. */
const AWAY: ReadonlySet<number> = new Set([502, 503, 504]);

/** Any answer tells that the system is there, but those by which others say that it is not. */
export function outcomeOfAnswer(status: number): CallOutcome {
  return {
    label: `${Math.floor(status / 100)}xx`,
    verdict: AWAY.has(status) ? 'failed' : 'well',
  };
}

/** What a failure says; one that the platform or the caller caused says nothing. */
export function outcomeOfFailure(error: unknown): CallOutcome {
  if (!(error instanceof AppError)) return { label: 'given-up', verdict: 'unknown' };
  if (error.kind === 'upstream-timeout') return { label: 'timeout', verdict: 'failed' };
  if (error.code === 'upstream-too-large') return { label: 'too-large', verdict: 'well' };
  if (error.kind === 'upstream-failed' && error.code !== 'forbidden-target')
    return { label: 'failed', verdict: 'failed' };
  const isBounded = error.code === 'circuit-open' || error.code === 'adapter-busy';
  return { label: isBounded ? error.code : 'refused', verdict: 'unknown' };
}

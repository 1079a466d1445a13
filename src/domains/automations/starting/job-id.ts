import { createHash } from 'node:crypto';

const ID_LENGTH = 24;

/**
 * The id of the job that one occurrence of a trigger starts: the same on every node and at every attempt,
 * which is what makes it one job.
 * @param occurrenceId what tells occurrences of the trigger apart.
 */
export function jobIdOf(triggerId: string, occurrenceId: string): string {
  const named = JSON.stringify([triggerId, occurrenceId]);
  return createHash('sha256').update(named).digest('hex').slice(0, ID_LENGTH);
}

/** The occurrence of a schedule at a time. */
export function scheduleOccurrence(at: Date): string {
  return `schedule ${at.toISOString()}`;
}

/** A stretch of a schedule that was missed, by the first occurrence in it. */
export function missedOccurrence(first: Date): string {
  return `missed ${first.toISOString()}`;
}

/** The occurrence that an event is. */
export function eventOccurrence(eventId: string): string {
  return `event ${eventId}`;
}

/** The occurrence that a signature is: whoever sends the same one again asks for the same thing. */
export function signatureOccurrence(signature: string): string {
  return `signature ${signature}`;
}

/** A call, and what of it says whether it is sent again. */
export interface CallMarks {
  /** Who calls: keys of different callers have nothing to do with each other. */
  readonly callerId: string;
  /** `Idempotency-Key`; absent when the caller sends none. */
  readonly key: string | undefined;
  readonly requestId: string;
}

/** The occurrence that a call is. */
export function callOccurrence({ callerId, key, requestId }: CallMarks): string {
  const mark = key === undefined ? ['request', requestId] : ['key', key];
  return JSON.stringify([callerId, ...mark]);
}

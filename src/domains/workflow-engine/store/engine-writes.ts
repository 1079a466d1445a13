import { Injectable } from '@nestjs/common';

/**
 * Every write of the engine, and so every point at which a crash can part what is written from what is
 * not. Each travels as the `comment` of its command, by which tests know one that has no name here, and
 * `scripts/engine-kill-walk.mjs` kills a node before and after each.
 */
export const ENGINE_WRITES = [
  'plan-insert',
  'plan-use',
  'plan-sweep',
  'value-chunks',
  'value-file',
  'value-sweep',
  'job-insert',
  'job-step',
  'job-outbox',
  'job-done',
  'job-sweep',
  'family-cancel',
  'family-count',
  'family-mend',
  'iterations-insert',
  'iterations-close',
  'iterations-sweep',
  'iteration-claim',
  'iteration-renew',
  'iteration-outcome',
  'iteration-release',
  'iteration-delivered',
  'manual-claim',
  'manual-release',
  'manual-assign',
  'manual-finish',
  'manual-overdue',
  'watchers',
] as const;
export type EngineWrite = (typeof ENGINE_WRITES)[number];

/** What a command of a named write carries. */
export interface NamedWrite {
  readonly comment: EngineWrite;
}

/** The one way to the database for writes of the engine. */
@Injectable()
export class EngineWrites {
  /** Writes under a name; the options go into the driver's call. */
  run<T>(name: EngineWrite, write: (options: NamedWrite) => Promise<T>): Promise<T> {
    return write({ comment: name });
  }
}

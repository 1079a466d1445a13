import { Injectable } from '@nestjs/common';
import { type EngineEvent } from '../engine/step.js';
import { type StoredJob } from './stored-job.js';

/** What came of an event. */
export type Stepped =
  | { readonly kind: 'applied'; readonly job: StoredJob }
  | { readonly kind: 'ignored'; readonly job: StoredJob }
  | {
      readonly kind: 'refused';
      readonly code: 'wrong-state' | 'unknown-task' | 'not-finished' | 'still-active';
      readonly message: string;
      readonly job: StoredJob;
    }
  | { readonly kind: 'absent' };

/** Lets events happen to jobs, on whichever node: one at a time for each job, by its `rev`. */
@Injectable()
export class JobSteps {
  /** Applies the event, and carries out what follows. */
  apply(_jobId: string, _event: EngineEvent): Promise<Stepped> {
    return Promise.reject(new Error('not there yet'));
  }
}

import { Injectable } from '@nestjs/common';
import { type JsonObject } from '../../../kernel/json.js';
import { type Plan } from '../engine/plan.js';

/** A workflow as a job runs it: the document as it was at the start, and its plan. */
export interface Snapshot {
  readonly document: JsonObject;
  readonly plan: Plan;
}

/** The workflows that jobs began with, one for each version. */
@Injectable()
export class Plans {
  /** @throws Error for one that is not there: jobs keep theirs as long as they last. */
  get(_planId: string): Promise<Snapshot> {
    return Promise.reject(new Error('not there yet'));
  }
}

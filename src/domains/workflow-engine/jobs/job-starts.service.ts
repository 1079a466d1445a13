import { Injectable } from '@nestjs/common';
import { type NewJob } from './new-job.js';
import { type StoredJob } from './stored-job.js';

/** Begins jobs. */
@Injectable()
export class JobStarts {
  /**
   * Begins a job and runs what can run at once; a second start of the same id answers the job that is there.
   * @throws AppError `not-found` for an absent workflow; `conflict` for a draft (`workflow-draft`), while the
   *   platform is in maintenance (`maintenance`) or runs as many as it may (`too-many-jobs`).
   */
  start(_job: NewJob): Promise<StoredJob> {
    return Promise.reject(new Error('not there yet'));
  }
}

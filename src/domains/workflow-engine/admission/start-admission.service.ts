import { Inject, Injectable } from '@nestjs/common';
import { AppError } from '../../../kernel/app-error.js';
import { type Config } from '../../../platform/config/config.js';
import { CONFIG } from '../../../platform/config/config.module.js';
import { Maintenance } from '../../../platform/maintenance/maintenance.service.js';
import { RunningCount } from './running-count.js';
import { RunningJobsRepository } from './running-jobs.repository.js';

const ALL = '';
const RETRY_SECONDS = 5;

/**
 * Decides whether a job may begin now. Children are asked for nothing: a job that waits for its children
 * would wait for ever.
 */
@Injectable()
export class StartAdmission {
  private readonly counts: RunningCount;
  private readonly limits: Config['engine'];

  constructor(
    @Inject(CONFIG) { engine }: Config,
    private readonly maintenance: Maintenance,
    jobs: RunningJobsRepository,
  ) {
    this.limits = engine;
    const read = (key: string, max: number): Promise<number> =>
      key === ALL ? jobs.count(max) : jobs.countOf(key, max);
    this.counts = new RunningCount(read, () => performance.now());
  }

  /**
   * @param workflowId null for one that was given with the start.
   * @throws AppError `unavailable`: code `maintenance`, or `too-many-jobs` when as many run as may.
   */
  async assertAdmitted(workflowId: string | null): Promise<void> {
    await this.maintenance.assertOff();
    const { jobsRunningMax, jobsPerWorkflowMax } = this.limits;
    if (workflowId !== null && !(await this.admits(workflowId, jobsPerWorkflowMax)))
      throw tooMany(`${String(jobsPerWorkflowMax)} jobs of the workflow run already`);
    if (!(await this.admits(ALL, jobsRunningMax)))
      throw tooMany(`${String(jobsRunningMax)} jobs run already`);
  }

  /** Whether nothing at all may begin: then nobody need ask for each. */
  async isClosed(): Promise<boolean> {
    return this.maintenance.isOn();
  }

  /** Whether this refusal is one that passes by itself: the request is worth keeping. */
  isPassing(error: unknown): boolean {
    return error instanceof AppError && PASSING.has(error.code);
  }

  private async admits(key: string, max: number): Promise<boolean> {
    return max === 0 || this.counts.admits(key, max);
  }
}

const PASSING: ReadonlySet<string> = new Set(['maintenance', 'too-many-jobs']);

function tooMany(detail: string): AppError {
  return new AppError('unavailable', `${detail}: no further one may begin`, {
    code: 'too-many-jobs',
    retryAfterSeconds: RETRY_SECONDS,
  });
}

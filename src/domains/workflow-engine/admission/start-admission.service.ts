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
   * Does what begins a job, if it may begin now.
   * @param workflowId null for one that was given with the start.
   * @throws AppError `unavailable`: code `maintenance`, or `too-many-jobs` when as many run as may.
   */
  async admitted<T>(workflowId: string | null, begin: () => Promise<T>): Promise<T> {
    await this.maintenance.assertOff();
    const { jobsRunningMax, jobsPerWorkflowMax } = this.limits;
    const entered: (() => void)[] = [];
    try {
      if (workflowId !== null) {
        const refusal = `${String(jobsPerWorkflowMax)} jobs of the workflow run already`;
        entered.push(await this.enter(workflowId, jobsPerWorkflowMax, refusal));
      }
      const refusal = `${String(jobsRunningMax)} jobs run already`;
      entered.push(await this.enter(ALL, jobsRunningMax, refusal));
      return await begin();
    } finally {
      for (const leave of entered) leave();
    }
  }

  /** Whether nothing at all may begin: then nobody need ask for each. */
  async isClosed(): Promise<boolean> {
    return this.maintenance.isOn();
  }

  /** Whether this refusal is one that passes by itself: the request is worth keeping. */
  isPassing(error: unknown): boolean {
    return error instanceof AppError && PASSING.has(error.code);
  }

  private async enter(key: string, max: number, refusal: string): Promise<() => void> {
    if (max === 0) return () => undefined;
    const leave = await this.counts.enter(key, max);
    if (!leave) throw tooMany(refusal);
    return leave;
  }
}

const PASSING: ReadonlySet<string> = new Set(['maintenance', 'too-many-jobs']);

function tooMany(detail: string): AppError {
  return new AppError('unavailable', `${detail}: no further one may begin`, {
    code: 'too-many-jobs',
    retryAfterSeconds: RETRY_SECONDS,
  });
}

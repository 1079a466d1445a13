import { Inject, Injectable } from '@nestjs/common';
import { AppError } from '../../../kernel/app-error.js';
import { type Config } from '../../../platform/config/config.js';
import { CONFIG } from '../../../platform/config/config.module.js';
import { MaintenanceService } from '../../../platform/maintenance/maintenance.service.js';
import { VALUES_FULL } from '../../../cores/engine/running/value-bounds.js';
import { RunningCount } from '../store/running-count.js';
import { ValueQuotaService } from '../store/values/value-quota.service.js';
import { RunningJobsRepository } from './running-jobs.repository.js';

const RETRY_SECONDS = 5;

/** What keys of counts begin with. */
const ALL = 'a';
const STARTER = 's';
const WORKFLOW = 'w';

/** Which jobs are counted together, and how many of them there may be. */
interface Bound {
  readonly key: string;
  readonly max: number;
  /** What there are that many of. */
  readonly what: string;
}

/** Decides whether a job may begin now. Children are not refused: they wait for their turn. */
@Injectable()
export class StartAdmissionService {
  private readonly counts: RunningCount;
  private readonly limits: Config['engine'];

  constructor(
    @Inject(CONFIG) { engine }: Config,
    private readonly maintenance: MaintenanceService,
    private readonly quota: ValueQuotaService,
    jobs: RunningJobsRepository,
  ) {
    this.limits = engine;
    const read = (key: string, max: number): Promise<number> => {
      const id = key.slice(1);
      if (key.startsWith(WORKFLOW)) return jobs.countOf(id, max);
      return jobs.countPlaces(key === ALL ? {} : { rootStarter: id }, max);
    };
    this.counts = new RunningCount(read, () => performance.now());
  }

  /**
   * Does what begins a job, if it may begin now.
   * @param workflowId null for one that was given with the start.
   * @param starterId null for the platform itself.
   * @throws AppError `unavailable`: code `maintenance`, `too-many-jobs` when as many run as may,
   *   `job-values-full` when the starter's jobs keep as much as they may.
   */
  async admitted<T>(
    { workflowId, starterId }: { workflowId: string | null; starterId: string | null },
    begin: () => Promise<T>,
  ): Promise<T> {
    await this.maintenance.assertOff();
    const entered: (() => void)[] = [];
    try {
      for (const bound of this.boundsOf(workflowId, starterId)) {
        const leave = await this.counts.enter(bound.key, bound.max);
        if (!leave) throw tooMany(bound);
        entered.push(leave);
      }
      await this.quota.assertRoom(starterId ?? '');
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
  isTransient(error: unknown): boolean {
    return error instanceof AppError && TRANSIENT.has(error.code);
  }

  private boundsOf(workflowId: string | null, starterId: string | null): readonly Bound[] {
    const { jobsRunningMax, jobsPerStarterMax, jobsPerWorkflowMax } = this.limits;
    const bounds = [
      ...(workflowId === null
        ? []
        : [{ key: WORKFLOW + workflowId, max: jobsPerWorkflowMax, what: 'jobs of the workflow' }]),
      {
        key: STARTER + (starterId ?? ''),
        max: jobsPerStarterMax,
        what: 'jobs of whoever starts it',
      },
      { key: ALL, max: jobsRunningMax, what: 'jobs' },
    ];
    return bounds.filter(({ max }) => max > 0);
  }
}

const TRANSIENT: ReadonlySet<string> = new Set(['maintenance', 'too-many-jobs', VALUES_FULL]);

function tooMany({ max, what }: Bound): AppError {
  return new AppError('unavailable', `${max} ${what} run already: no further one may begin`, {
    code: 'too-many-jobs',
    retryAfterSeconds: RETRY_SECONDS,
  });
}

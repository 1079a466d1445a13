import { Injectable, type OnApplicationBootstrap } from '@nestjs/common';
import { AppLogger } from '../../../platform/logging/app-logger.js';
import { BackgroundTasks } from '../../../platform/scheduling/background-tasks.js';
import { JobStepsService } from '../runner/job-steps.service.js';
import { SteppedJobsService } from '../runner/stepped-jobs.service.js';
import { type WaitingJob } from '../store/jobs.repository.js';
import { WakeTimers } from '../runner/wake-timers.js';
import { type WorkOwner, WorkPool } from '../runner/work-pool.js';

/** Timers of this node's own jobs fire by themselves: this is how soon those of other nodes are missed. */
const LOOK_MS = 2000;
const BATCH = 200;
const AT_ONCE = 8;
/** A job that cannot be looked at keeps out of the way of others for so long. */
const REST_MS = 30_000;

/**
 * Looks at jobs whose time has come: those whose timers fire, and those that have something left from a
 * node that died. Any node looks at any job.
 */
@Injectable()
export class WakerService implements OnApplicationBootstrap {
  private readonly pool = new WorkPool(AT_ONCE);

  constructor(
    private readonly tasks: BackgroundTasks,
    private readonly jobs: SteppedJobsService,
    private readonly steps: JobStepsService,
    private readonly timers: WakeTimers,
    private readonly log: AppLogger,
  ) {}

  onApplicationBootstrap(): void {
    this.timers.attach((jobId, of) => {
      void this.wakeKnown(jobId, of);
    });
    this.tasks.every('jobs to wake', LOOK_MS, (signal) => this.look(signal), {
      due: this.jobs.dueCondition(),
    });
  }

  /** Looks at all jobs that are due, those that have waited longest first. */
  async look(signal: AbortSignal): Promise<void> {
    let due: readonly WaitingJob[];
    do {
      due = await this.jobs.listDue(BATCH);
      await Promise.all(due.map((job) => this.pool.run(job, () => this.wake(job, signal))));
    } while (due.length === BATCH && !hasStopped(signal));
  }

  private async wake(job: WaitingJob, signal: AbortSignal): Promise<void> {
    if (signal.aborted) return;
    try {
      await this.steps.wake(job._id);
    } catch (error) {
      this.log.error({ err: error, job: job._id }, 'a job could not be looked at');
      await this.jobs.postpone(job, REST_MS);
    }
  }

  /** What fails here is found by the next look. */
  private async wakeKnown(jobId: string, of: WorkOwner): Promise<void> {
    try {
      await this.pool.run(of, () => this.steps.wake(jobId));
    } catch (error) {
      this.log.warn({ err: error, job: jobId }, 'a job could not be looked at in time');
    }
  }
}

/** Asked anew each time: it may happen at any moment. */
function hasStopped({ aborted }: AbortSignal): boolean {
  return aborted;
}

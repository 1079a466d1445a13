import { Injectable } from '@nestjs/common';
import { type DueCondition } from '../../../platform/work/due-condition.js';
import { Clock } from '../../../kernel/clock.js';
import { type ResponsibleAccount } from '../../../kernel/responsible-account.js';
import { derivedFieldsOf } from '../store/derived-job-fields.js';
import {
  type DueJob,
  type JobStep,
  JobsRepository,
  type WaitingJob,
} from '../store/jobs.repository.js';
import { type KnownJob } from '../store/recent-jobs.js';
import { type StoredJob } from '../store/stored-job.js';
import {
  JobStateCodecService,
  type OutboxEntry,
  type WrittenStep,
} from '../store/values/job-state-codec.service.js';
import { StepEffectsService } from './step-effects.service.js';
import { type SteppedJob } from './stepped-job.js';
import { TurnNotifier } from './turn-notifier.js';
import { upgradedFields } from './upgraded-job.js';
import { type WorkflowToRun } from './workflows-to-run.service.js';

/** What a job keeps of whoever sent it an event. */
export interface StepOrigin {
  /** Revision of the parent that sends it; 0 for what no parent sends. */
  readonly parentRev: number;
  /** Revision at which whoever repairs the job has seen it; null for what is no repair. */
  readonly seenRev: number | null;
  /** Who repairs the job. */
  readonly repairer?: ResponsibleAccount;
  /** The version of its workflow that it goes over to. */
  readonly to?: WorkflowToRun;
  /** Whether it does no harm when the event comes again. */
  readonly mayComeAgain: boolean;
}

/** A job whose time has come. */
export interface JobToWake {
  readonly known: KnownJob;
  /** Whether it goes on itself; else something that it has asked for is left. */
  readonly hasStep: boolean;
}

/** A job that is to be written, with the plan that it has from now on. */
interface JobToWrite extends Pick<SteppedJob, 'job' | 'plan'> {
  /** What it has asked for that is not carried out yet. */
  readonly left: readonly OutboxEntry[];
}

/** Of a test run that has ended. */
const NO_MOCKS = '{}';

/** Jobs as they are read before a step, and written after it. */
@Injectable()
export class SteppedJobsService {
  constructor(
    private readonly jobs: JobsRepository,
    private readonly codec: JobStateCodecService,
    private readonly effects: StepEffectsService,
    private readonly notifier: TurnNotifier,
    private readonly clock: Clock,
  ) {}

  async read(jobId: string): Promise<KnownJob | undefined> {
    const job = await this.jobs.find(jobId);
    return job ? this.known(job) : undefined;
  }

  /** A job that was read by somebody else. */
  known(job: StoredJob): KnownJob {
    return { job, state: this.codec.readState(job.state) };
  }

  /** The job, if it must be looked at by now. */
  async readDue(jobId: string): Promise<JobToWake | undefined> {
    const job = await this.jobs.find(jobId);
    const now = this.clock.now();
    if (!job || !isDue(job, now)) return undefined;
    const known = this.known(job);
    const { hasMore, timers } = known.state;
    return { known, hasStep: hasMore || timers.some(({ at }) => at <= now.getTime()) };
  }

  dueCondition(): DueCondition {
    return this.jobs.dueCondition(this.clock);
  }

  /** Jobs that must be looked at by now, the longest due first. */
  async listDue(limit: number): Promise<readonly WaitingJob[]> {
    return this.jobs.findDue(this.clock.now(), limit);
  }

  /** Has a job looked at after so long. @returns false when somebody else looks at it, or it has gone on. */
  async postpone(job: DueJob, afterMs: number): Promise<boolean> {
    return this.jobs.postpone(job, new Date(this.clock.now().getTime() + afterMs));
  }

  /**
   * Writes a step, and lets happen what follows: resolves when the iterations of the job are stored.
   * @returns undefined when the job has gone on meanwhile.
   */
  async write(
    { job, plan, left }: JobToWrite,
    step: WrittenStep,
    { parentRev, seenRev, repairer, to, mayComeAgain }: StepOrigin,
  ): Promise<StoredJob | undefined> {
    const rev = job.rev + 1;
    const { state, commands } = step;
    const entries = commands.length > 0 ? [...left, { rev, commands }] : left;
    const change = {
      ...derivedFieldsOf(plan, state, {
        now: this.clock.now(),
        hasOutbox: entries.length > 0,
        depth: job.ancestors.length,
      }),
      ...keptEndOf(job),
      canceledFromAbove: null,
      ...this.codec.storedStep(job, step, entries),
      parentRev: Math.max(parentRev, job.parentRev),
      mendedRev: seenRev === null ? job.mendedRev : rev,
      ...upgradedFields(job, to, repairer),
      // Nothing is left for which they could stand in.
      ...(job.mocks !== null && state.endedAt !== null && { mocks: NO_MOCKS }),
    };
    const write = { _id: job._id, rev: job.rev, change };
    if (!(await this.written(write, mayComeAgain))) return undefined;
    if (job.takesPlace && !change.takesPlace) this.notifier.ring('freed');
    const after = { ...job, ...change, rev };
    await this.effects.follow({ job: after, plan, state }, entries);
    return after;
  }

  private written(step: JobStep, mayComeAgain: boolean): Promise<boolean> {
    return mayComeAgain ? this.jobs.stepTogether(step) : this.jobs.step(step);
  }
}

/** One that was canceled with one above it ended then: totals of what has ended count old ends once. */
function keptEndOf({ endedAt }: StoredJob): Partial<Pick<StoredJob, 'endedAt'>> {
  return endedAt ? { endedAt } : {};
}

function isDue({ wakeAt }: StoredJob, now: Date): boolean {
  return wakeAt !== null && wakeAt <= now;
}

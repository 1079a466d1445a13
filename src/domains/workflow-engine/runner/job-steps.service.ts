import { setTimeout as delay } from 'node:timers/promises';
import { Injectable } from '@nestjs/common';
import { type Command } from '../../../cores/engine/commands.js';
import { type EngineEvent } from '../../../cores/engine/engine-event.js';
import { type ResponsibleAccount } from '../../../kernel/responsible-account.js';
import { LEFT_OVER_MS } from '../store/derived-job-fields.js';
import { OutboxService } from './outbox.service.js';
import { PlansService } from '../store/plans.service.js';
import { type KnownJob, RecentJobs } from '../store/recent-jobs.js';
import { type MadeStep, StepBuilderService } from './step-builder.service.js';
import { type StepBasis } from './step-runner.service.js';
import { upgradedBasis } from './upgraded-job.js';
import { type WorkflowToRun } from './workflows-to-run.service.js';
import { type StepResult } from '../../../cores/engine/step.js';
import { type JobToWake, SteppedJobsService, type StepOrigin } from './stepped-jobs.service.js';
import { type StoredJob } from '../store/stored-job.js';
import { KeyedMutex } from '../../../platform/concurrency/keyed-mutex.js';

/** A job that is written by others all the time is read again after a while, longer each time. */
const PAUSE_MS = 2;
const PAUSE_MAX_MS = 200;

/** What came of an event. */
export type Stepped =
  | { readonly kind: 'applied'; readonly job: StoredJob }
  | { readonly kind: 'ignored'; readonly job: StoredJob }
  | (Extract<StepResult, { readonly kind: 'refused' }> & { readonly job: StoredJob })
  | { readonly kind: 'absent' };

type SteppedBasis = StepBasis & { readonly job: StoredJob };

interface Happening extends StepOrigin {
  readonly event: EngineEvent;
}

const OF_ITSELF = { parentRev: 0, seenRev: null, mayComeAgain: false } as const;
const WAKING: Happening = { event: { kind: 'wake' }, ...OF_ITSELF };
const SETTLING: Happening = { event: { kind: 'cancel' }, ...OF_ITSELF };
/** Nobody is told of it: those above and below were canceled with it. */
const TOLD_ALREADY: ReadonlySet<Command['kind']> = new Set(['notify-parent', 'control-children']);

/** Lets events happen to jobs, on whichever node: one at a time for each job, by its `rev`. */
@Injectable()
export class JobStepsService {
  /** Only a matter of speed: what happens on other nodes is kept apart by `rev`. */
  private readonly turns = new KeyedMutex();

  constructor(
    private readonly jobs: SteppedJobsService,
    private readonly recent: RecentJobs,
    private readonly plans: PlansService,
    private readonly builder: StepBuilderService,
    private readonly outbox: OutboxService,
  ) {}

  /**
   * Applies the event, and carries out what follows: resolves when the job and its iterations are stored.
   * @param parentRev the revision of the parent that sends it; the same or an older one comes too late.
   */
  async apply(jobId: string, event: EngineEvent, parentRev = 0): Promise<Stepped> {
    const happening = { ...OF_ITSELF, event, parentRev };
    return this.turns.take(jobId, () => this.applyInTurn(jobId, happening));
  }

  /** The same for what came of a task, which is told until the job says that it has heard of it. */
  async finish(
    jobId: string,
    event: Extract<EngineEvent, { readonly kind: 'finished' }>,
  ): Promise<Stepped> {
    const happening = { ...OF_ITSELF, event, mayComeAgain: true };
    return this.turns.take(jobId, () => this.applyInTurn(jobId, happening));
  }

  /** The same for whoever has read the job a moment ago: it is not read again unless it has gone on since. */
  async applyTo(seen: StoredJob, event: EngineEvent): Promise<Stepped> {
    const happening = { ...OF_ITSELF, event };
    return this.turns.take(seen._id, () => this.applyInTurn(seen._id, happening, seen));
  }

  /**
   * Applies what somebody repairs a job with. Of several who have seen the same job and repair it at once, on
   * whichever nodes, one has an effect: the others are refused, because it is another job by then.
   * @param seen the job as it was seen.
   * @param repairer answers for what the job does from then on.
   */
  async repair(
    seen: StoredJob,
    event: EngineEvent,
    repairer: ResponsibleAccount,
  ): Promise<Stepped> {
    const happening = { ...OF_ITSELF, event, seenRev: seen.rev, repairer };
    return this.turns.take(seen._id, () => this.applyInTurn(seen._id, happening, seen));
  }

  /** The same, where a job goes over to another version of its workflow. */
  async upgrade(
    { _id, rev }: Pick<StoredJob, '_id' | 'rev'>,
    to: WorkflowToRun,
    repairer: ResponsibleAccount,
  ): Promise<Stepped> {
    await this.outbox.settled(_id);
    const event = { kind: 'upgraded' } as const;
    const happening = { ...OF_ITSELF, event, seenRev: rev, repairer, to };
    return this.turns.take(_id, () => this.applyInTurn(_id, happening));
  }

  /** Resolves when what the job has asked for on this node is carried out. */
  async settled(jobId: string): Promise<void> {
    await this.outbox.settled(jobId);
  }

  /**
   * Looks at a job whose time has come: lets its timers fire, and carries out what is left in it. Resolves
   * when that is done.
   */
  async wake(jobId: string): Promise<void> {
    await this.turns.take(jobId, async () => {
      // This node has begun what is left: no other one looks at it before it could have gone on.
      if (this.recent.get(jobId)?.state.hasMore === true) {
        const stepped = await this.applyInTurn(jobId, WAKING);
        if (stepped.kind === 'applied') return;
      }
      const due = await this.jobs.readDue(jobId);
      if (due) await this.wakeInTurn(due);
    });
    await this.outbox.settled(jobId);
  }

  private async wakeInTurn({ known, hasStep }: JobToWake): Promise<void> {
    this.recent.set(known);
    if (hasStep) {
      const stepped = await this.applyInTurn(known.job._id, WAKING);
      if (stepped.kind === 'applied') return;
    }
    await this.carryOutLeft(known);
  }

  /** One node at a time does what another one has left. */
  private async carryOutLeft({ job, state }: KnownJob): Promise<void> {
    if (!(await this.jobs.postpone(job, LEFT_OVER_MS))) return;
    this.recent.forget(job._id);
    if (this.outbox.isAt(job._id)) return;
    const { plan } = await this.plans.get(job.planId);
    await this.outbox.carryOut({ job, plan, state }, this.outbox.pendingOf(job));
  }

  private async applyInTurn(
    jobId: string,
    happening: Happening,
    seen?: StoredJob,
  ): Promise<Stepped> {
    for (let tries = 0; ; tries += 1) {
      const recent = tries === 0 ? this.latestOf(jobId, seen) : undefined;
      const known = recent ?? (await this.jobs.read(jobId));
      if (!known) return { kind: 'absent' };
      const first = whatComesFirst(known.job, happening);
      const stepped = await this.attempt(known, first, recent === undefined);
      if (stepped && first === happening) return stepped;
      this.recent.forget(jobId);
      if (tries > 1) await delay(Math.min(PAUSE_MAX_MS, PAUSE_MS * 2 ** tries) * Math.random());
    }
  }

  /** The job as it may still be: a write by what is older fails, and it is read then. */
  private latestOf(jobId: string, seen?: StoredJob): KnownJob | undefined {
    const recent = this.recent.get(jobId);
    if (!seen || (recent && recent.job.rev >= seen.rev)) return recent;
    return this.jobs.known(seen);
  }

  /** @returns undefined when the job must be read again first. */
  private async attempt(
    known: KnownJob,
    happening: Happening,
    isRead: boolean,
  ): Promise<Stepped | undefined> {
    const { job, state } = known;
    const late = lateness(job, happening);
    if (late) return late;
    const { plan } = await this.plans.get(job.planId);
    const pending = this.outbox.pendingOf(job);
    const basis = { jobId: job._id, job, plan, state, pending };
    const made = await this.made(basis, happening);
    if (made.kind !== 'made') return isRead ? { ...made, job } : undefined;
    const to = happening.to ?? { plan };
    const at = { job, plan: to.plan, left: this.outbox.pendingOf(job) };
    const written = await this.jobs.write(at, made.written, happening);
    return written && { kind: 'applied', job: written };
  }

  private async made(basis: SteppedBasis, { event, to }: Happening): Promise<MadeStep> {
    const moved = to ? upgradedBasis(basis, to) : ({ kind: 'upgraded', basis } as const);
    if (moved.kind === 'refused') return moved;
    const { rootStarter, secrets } = basis.job;
    const isTold = isUnsettled(basis.job) ? isNews : () => true;
    return this.builder.make(moved.basis, event, { rootStarter, secrets, isTold });
  }
}

function isNews({ kind }: Command): boolean {
  return !TOLD_ALREADY.has(kind);
}

/** What comes too late for a job, whatever it would do: undefined for what does not. */
function lateness(job: StoredJob, { parentRev, seenRev }: Happening): Stepped | undefined {
  if (parentRev > 0 && job.parentRev >= parentRev) return { kind: 'ignored', job };
  const isRepaired = seenRev !== null && job.mendedRev > seenRev;
  if (!isRepaired) return undefined;
  const message = 'somebody else has mended the job in the meantime';
  return { kind: 'refused', code: 'wrong-state', message, job };
}

/** A job that was canceled with one above it is ended before anything else happens to it. */
function whatComesFirst(job: StoredJob, happening: Happening): Happening {
  return isUnsettled(job) && happening.event.kind !== 'cancel' ? SETTLING : happening;
}

/** Whether its row says that it is canceled, and its state not yet. */
function isUnsettled({ canceledFromAbove }: StoredJob): boolean {
  return canceledFromAbove instanceof Date;
}

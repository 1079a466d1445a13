import { Injectable } from '@nestjs/common';
import { AppError, conflict, invalidInput, notFound } from '../../../kernel/app-error.js';
import { type Principal } from '../../../kernel/principal.js';
import { noteChange } from '../../../platform/audit/request-notes.js';
import { callerLimits } from '../../../platform/auth/caller-limits.js';
import { type EngineEvent } from '../../../cores/engine/step.js';
import { type ResponsibleAccount } from '../../../kernel/responsible-account.js';
import { type Stepped, JobStepsService } from '../runner/job-steps.service.js';
import { type StoredJob } from '../store/stored-job.js';
import { JobReaderService } from '../listing/job-reader.service.js';
import { auditedJob } from './audited-job.js';
import { eventOf, type ItemOutcome, type JobAction } from './bulk-action.js';

/** An action on one job, and where its task lies in the request. */
export interface RequestedAction extends JobAction {
  /** Pointer to the task: faults are told there. */
  readonly pointer: string;
}

/** Jobs that are changed at a time where many are. */
const AT_A_TIME = 8;

/** Controls jobs: each action is an event to the engine, which decides whether the job allows it. */
@Injectable()
export class JobControlService {
  constructor(
    private readonly reader: JobReaderService,
    private readonly steps: JobStepsService,
  ) {}

  /**
   * Does something with one job.
   * @returns the job as it is then.
   * @throws AppError `not-found`, `invalid-input` for a task that it does not have, `conflict` where its
   *   status does not allow it.
   */
  async act(id: string, asked: RequestedAction, principal: Principal): Promise<StoredJob> {
    const before = await this.reader.controllable(id, principal);
    const stepped = await this.step(before, eventOf(asked), repairerOf(principal));
    const after = jobOf(stepped, id, asked.pointer);
    note(asked, before, after);
    return after;
  }

  /** Does the same with many jobs; what fails with one keeps no other. */
  async actOnAll(
    ids: readonly string[],
    action: JobAction,
    principal: Principal,
  ): Promise<readonly ItemOutcome[]> {
    const outcomes: ItemOutcome[] = [];
    for (let from = 0; from < ids.length; from += AT_A_TIME) {
      const some = ids.slice(from, from + AT_A_TIME);
      outcomes.push(...(await Promise.all(some.map((id) => this.actOnOne(id, action, principal)))));
    }
    return outcomes;
  }

  private async actOnOne(
    id: string,
    action: JobAction,
    principal: Principal,
  ): Promise<ItemOutcome> {
    try {
      const before = await this.reader.controllable(id, principal);
      const stepped = await this.step(before, eventOf(action), repairerOf(principal));
      return outcomeOf(action, before, stepped);
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      const kind = error.kind === 'not-found' ? 'absent' : 'refused';
      return { id, kind, status: null, code: error.code, message: error.detail };
    }
  }

  /** Pausing, resuming and canceling twice is as good as once; repairing is not. */
  private async step(
    seen: StoredJob,
    event: EngineEvent,
    repairer: ResponsibleAccount,
  ): Promise<Stepped> {
    return HARMLESS.has(event.kind)
      ? this.steps.applyTo(seen, event)
      : this.steps.repair(seen, event, repairer);
  }
}

/** Who answers for a job from then on, as the credential is held. */
export function repairerOf({ id }: Principal): ResponsibleAccount {
  return { id, limits: callerLimits() };
}

const HARMLESS: ReadonlySet<EngineEvent['kind']> = new Set(['pause', 'resume', 'cancel']);

/** What came of an event for one of many jobs. */
function outcomeOf(action: JobAction, before: StoredJob, stepped: Stepped): ItemOutcome {
  const id = before._id;
  if (stepped.kind === 'absent') throw notFound('Job', id);
  const { status } = stepped.job;
  if (stepped.kind === 'refused') {
    const { kind, code, message } = stepped;
    return { id, kind, status, code, message };
  }
  if (stepped.kind === 'applied') note(action, before, stepped.job);
  const kind = stepped.kind === 'applied' ? 'applied' : 'unchanged';
  return { id, kind, status, code: '', message: '' };
}

/** What came of an event that somebody asked for; one that changes nothing is as good as done. */
function jobOf(stepped: Stepped, id: string, pointer: string): StoredJob {
  if (stepped.kind === 'absent') throw notFound('Job', id);
  if (stepped.kind !== 'refused') return stepped.job;
  const { code, message } = stepped;
  if (code === 'unknown-task') throw invalidInput([{ pointer, detail: 'is no task of this job' }]);
  throw conflict(message, code);
}

function note({ action, task }: JobAction, before: StoredJob, after: StoredJob): void {
  noteChange({
    object: auditedJob(after),
    before: { status: before.status },
    after: { status: after.status, action, ...(task !== undefined && { task }) },
  });
}

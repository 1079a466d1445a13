import { Injectable } from '@nestjs/common';
import { AppLogger } from '../../../platform/logging/app-logger.js';
import { isOfDatabase } from '../../../platform/database/mongo-failures.js';
import { type TaskOutcome } from '../../../cores/engine/commands.js';
import { type StoredIteration } from '../store/stored-iteration.js';
import { JobSecrets } from '../store/values/job-secrets.js';
import { ClaimsRepository } from './claims.repository.js';
import { TaskOutcomesService, type AttemptEnds } from './task-outcomes.service.js';
import { OUTCOME_UNKNOWN, taskError } from './task-errors.js';
import { type PreparedRun, TaskPreparationService } from './task-preparation.service.js';
import { type RunOutcome, TaskRunService } from './task-run.service.js';
import { type findingOf, restMs, ATTEMPTS_MAX } from './task-lease-rules.js';

/** How an iteration came to this node; `kept`: it was stored before, maybe with a lease of this node. */
export type Finding = ReturnType<typeof findingOf> | 'kept';

const GIVEN_UP = taskError('The task was begun too often and never ended', 'given-up');
const JOB_GONE = taskError('The job is gone', 'job-gone');

const OPEN = { isSecret: false, isSealed: false, secrets: JobSecrets.NONE, starter: '' };

/** One try at an iteration: from the lease to what the job is told. */
@Injectable()
export class TaskAttemptService {
  constructor(
    private readonly claims: ClaimsRepository,
    private readonly preparation: TaskPreparationService,
    private readonly runs: TaskRunService,
    private readonly outcomes: TaskOutcomesService,
    private readonly log: AppLogger,
  ) {}

  /** @throws Error when what came of it could not be written down. */
  async carryOut(stored: StoredIteration, finding: Finding, ends: AttemptEnds): Promise<void> {
    const iteration = finding === 'kept' ? await this.heldStill(stored) : stored;
    if (!iteration) return;
    const run = await this.prepared(iteration, finding);
    if (run === 'later') return;
    if ('finish' in run) {
      await this.outcomes.keep(iteration, { outcome: run, mocked: false }, OPEN, ends);
      return;
    }
    const result = await this.outcomeOf(run, finding, ends);
    if (result === 'later') await this.claims.release(iteration, 0);
    else await this.outcomes.keep(iteration, result, run, ends);
  }

  /** Somebody else may have it. */
  private async heldStill({ _id, lease }: StoredIteration): Promise<StoredIteration | null> {
    return lease && this.claims.held(_id, lease);
  }

  /**
   * Nothing was begun here when this fails, so that another try may be made, by anybody. After the last one it would
   * fail for ever: the task ends.
   */
  private async prepared(
    iteration: StoredIteration,
    finding: Finding,
  ): Promise<PreparedRun | TaskOutcome | 'later'> {
    try {
      return (await this.preparation.prepare(iteration)) ?? JOB_GONE;
    } catch (error) {
      this.log.error({ err: error, iteration: iteration._id }, 'a task could not be begun');
      const isLast = iteration.attempt >= ATTEMPTS_MAX;
      // A database that is away comes back, and costs no task its last attempt.
      const isAway = isOfDatabase(error);
      if (isLast && !isAway) return GIVEN_UP;
      const attempt = isAway ? iteration.attempt : iteration.attempt + 1;
      // Whoever tries next must know of what somebody else may have begun before.
      const wasBegun = finding === 'interrupted';
      await this.claims.release({ ...iteration, attempt }, restMs(attempt), wasBegun);
      return 'later';
    }
  }

  private async outcomeOf(
    run: PreparedRun,
    finding: Finding,
    { canceled, stopping }: AttemptEnds,
  ): Promise<RunOutcome | 'later'> {
    const isIdempotent = this.runs.isIdempotent(run);
    const known = knownBefore(finding, isIdempotent);
    if (known) return { outcome: known, mocked: false };
    if (stopping.aborted) return 'later';
    const result = await this.runs.run(run, canceled);
    // What a stop cut off is not how the task ended.
    const isCutOff = isStopped(canceled, stopping) && result.outcome.finish === 'error';
    if (!isCutOff) return this.runs.bounded(result);
    return isIdempotent ? 'later' : { outcome: OUTCOME_UNKNOWN, mocked: false };
  }
}

/** How the task ends without another try; undefined when one may be made. */
function knownBefore(finding: Finding, isIdempotent: boolean): TaskOutcome | undefined {
  if (finding === 'given-up') return GIVEN_UP;
  return finding === 'interrupted' && !isIdempotent ? OUTCOME_UNKNOWN : undefined;
}

function isStopped(canceled: AbortSignal, stopping: AbortSignal): boolean {
  return canceled.aborted && stopping.aborted;
}

import { setTimeout as delay } from 'node:timers/promises';
import { Inject, Injectable } from '@nestjs/common';
import { Counter } from 'prom-client';
import { type Config } from '../../../platform/config/config.js';
import { CONFIG } from '../../../platform/config/config.module.js';
import { BODY_VALUES_MAX } from '../../../api/operations/body-limits.js';
import { type JsonValue } from '../../../kernel/json.js';
import { hasMoreValues } from '../../../kernel/json-size.js';
import { AppLogger } from '../../../platform/logging/app-logger.js';
import { Metrics } from '../../../platform/metrics/metrics.js';
import { type TaskOutcome } from '../../../cores/engine/commands.js';
import { type StoredIteration } from '../store/stored-iteration.js';
import { JobSecrets } from '../store/values/job-secrets.js';
import { JobValuesService } from '../store/values/job-values.service.js';
import { textOf, writeAhead } from '../store/values/value-sizes.js';
import { ClaimsRepository } from './claims.repository.js';
import { OutcomeDeliveryService } from './outcome-delivery.service.js';
import { OUTCOME_UNKNOWN, taskError } from './task-errors.js';
import { type PreparedRun, type RunOutcome, TaskRunService } from './task-run.service.js';
import { type findingOf, restMs, ATTEMPTS_MAX } from './work-rules.js';

/** How an iteration came to this node; `kept`: it was stored with a lease of its own. */
export type Finding = ReturnType<typeof findingOf> | 'kept';

/** What ends a try early. */
export interface TryEnds {
  /** The job was canceled, somebody else has the iteration, or there is no more time to stop in. */
  readonly canceled: AbortSignal;
  /** The server stops: nothing is begun any more. */
  readonly stopping: AbortSignal;
}

/** How long a result waits for a database that is away before it is written once more. */
const WRITE_AGAIN_MS = 1000;
const GIVEN_UP = taskError('The task was begun too often and never ended', 'given-up');
const JOB_GONE = taskError('The job is gone', 'job-gone');

const OPEN = { isSecret: false, isSealed: false, secrets: JobSecrets.NONE, starter: '' };

/** One try at an iteration: from the lease to what the job is told. */
@Injectable()
export class TaskAttemptService {
  private readonly limitBytes: number;
  private readonly outcomes: Counter<'outcome'>;

  // eslint-disable-next-line max-params -- settings, leases, the run, values, delivery, log, metrics
  constructor(
    @Inject(CONFIG) { engine }: Config,
    private readonly claims: ClaimsRepository,
    private readonly runs: TaskRunService,
    private readonly values: JobValuesService,
    private readonly delivery: OutcomeDeliveryService,
    private readonly log: AppLogger,
    metrics: Metrics,
  ) {
    this.limitBytes = engine.taskResultLimitBytes;
    this.outcomes = new Counter({
      name: 'job_task_tries_total',
      help: 'Tries of dispatched tasks of jobs, by what became of them',
      labelNames: ['outcome'],
      registers: [metrics.registry],
    });
  }

  /** @throws Error when what came of it could not be written down. */
  async carryOut(stored: StoredIteration, finding: Finding, ends: TryEnds): Promise<void> {
    const iteration = finding === 'kept' ? await this.heldStill(stored) : stored;
    if (!iteration) return;
    const run = await this.prepared(iteration, finding);
    if (run === 'later') return;
    if (!run) {
      await this.finish(iteration, { outcome: JOB_GONE, mocked: false }, OPEN, ends);
      return;
    }
    const result = await this.outcomeOf(run, finding, ends);
    if (result === 'later') await this.claims.release(iteration, 0);
    else await this.finish(iteration, result, run, ends);
  }

  /** A place was kept for it, but somebody else may have stored it first. */
  private async heldStill({ _id, lease }: StoredIteration): Promise<StoredIteration | null> {
    return lease && this.claims.held(_id, lease);
  }

  /** Nothing was begun here when this fails, so that another try may be made, by anybody. */
  private async prepared(
    iteration: StoredIteration,
    finding: Finding,
  ): Promise<PreparedRun | undefined | 'later'> {
    try {
      return await this.runs.prepare(iteration);
    } catch (error) {
      if (iteration.attempt >= ATTEMPTS_MAX) throw error;
      this.log.error({ err: error, iteration: iteration._id }, 'a task could not be begun');
      const attempt = iteration.attempt + 1;
      // Whoever tries next must know of what somebody else may have begun before.
      const wasBegun = finding === 'interrupted';
      await this.claims.release({ ...iteration, attempt }, restMs(attempt), wasBegun);
      return 'later';
    }
  }

  private async outcomeOf(
    run: PreparedRun,
    finding: Finding,
    { canceled, stopping }: TryEnds,
  ): Promise<RunOutcome | 'later'> {
    const isIdempotent = this.runs.isIdempotent(run);
    const known = knownBefore(finding, isIdempotent);
    if (known) return { outcome: known, mocked: false };
    if (stopping.aborted) return 'later';
    const result = await this.runs.run(run, canceled);
    // What a stop cut off is not how the task ended.
    const isCutOff = isStopped(canceled, stopping) && result.outcome.finish === 'error';
    if (!isCutOff) return result;
    return isIdempotent ? 'later' : { outcome: OUTCOME_UNKNOWN, mocked: false };
  }

  private async finish(
    iteration: StoredIteration,
    { outcome: given, mocked }: RunOutcome,
    { isSecret, ...of }: Pick<PreparedRun, 'isSecret' | 'isSealed' | 'secrets' | 'starter'>,
    ends: TryEnds,
  ): Promise<void> {
    const { _id, jobId, task } = iteration;
    const bounded = await this.bounded(given);
    const made =
      isSecret && bounded.finish !== 'error' ? { ...bounded, secret: true as const } : bounded;
    const { outcome, text } = await this.values.keepOutcome(jobId, made, of);
    const isHeld = await this.written(() => this.claims.finish(iteration, text, mocked), ends);
    this.outcomes.inc({ outcome: isHeld ? outcome.finish : 'lost' });
    if (isHeld) await this.delivery.deliver({ _id, jobId, task }, outcome);
  }

  /** Nothing grows without bound: what is too large is an error of its task. */
  private async bounded(outcome: TaskOutcome): Promise<TaskOutcome> {
    if (hasMoreValues(outcome as unknown as JsonValue, BODY_VALUES_MAX))
      return tooLarge(`more than ${String(BODY_VALUES_MAX)} values`);
    let bytes = 0;
    for (const value of valuesOf(outcome)) {
      await writeAhead(value);
      bytes += Buffer.byteLength(textOf(value));
    }
    if (bytes <= this.limitBytes) return outcome;
    return tooLarge(
      `${String(bytes)} bytes, more than the ${String(this.limitBytes)} that are kept`,
    );
  }

  /** A database that is away for a while costs no result. */
  private async written(
    write: () => Promise<boolean>,
    { canceled, stopping }: TryEnds,
  ): Promise<boolean> {
    for (;;) {
      try {
        return await write();
      } catch (error) {
        if (stopping.aborted || canceled.aborted) throw error;
        await delay(WRITE_AGAIN_MS, undefined, { signal: stopping });
      }
    }
  }
}

/** What a task has put out. */
function valuesOf(outcome: TaskOutcome): readonly JsonValue[] {
  const error = 'error' in outcome ? [outcome.error] : [];
  const output = 'output' in outcome && outcome.output !== undefined ? [outcome.output] : [];
  return [...error, ...output, ...Object.values(outcome.outputs ?? {})];
}

function tooLarge(what: string): TaskOutcome {
  return taskError(`The result of the task has ${what}`, 'result-too-large');
}

/** How the task ends without another try; undefined when one may be made. */
function knownBefore(finding: Finding, isIdempotent: boolean): TaskOutcome | undefined {
  if (finding === 'given-up') return GIVEN_UP;
  return finding === 'interrupted' && !isIdempotent ? OUTCOME_UNKNOWN : undefined;
}

function isStopped(canceled: AbortSignal, stopping: AbortSignal): boolean {
  return canceled.aborted && stopping.aborted;
}

import { setTimeout as delay } from 'node:timers/promises';
import { Inject, Injectable } from '@nestjs/common';
import { Counter } from 'prom-client';
import { BODY_VALUES_MAX } from '../../../api/operations/body-limits.js';
import { type TaskOutcome } from '../../../cores/engine/commands.js';
import { type JsonValue } from '../../../kernel/json.js';
import { hasMoreValues } from '../../../kernel/json-size.js';
import { type Config } from '../../../platform/config/config.js';
import { CONFIG } from '../../../platform/config/config.module.js';
import { isOfDatabase } from '../../../platform/database/mongo-failures.js';
import { Metrics } from '../../../platform/metrics/metrics.js';
import { type StoredIteration } from '../store/stored-iteration.js';
import { type KeptOutcome, JobValuesService } from '../store/values/job-values.service.js';
import { textOf, writeAhead } from '../store/values/value-sizes.js';
import { TaskOutcomesRepository } from './task-outcomes.repository.js';
import { OutcomeDeliveryService } from './outcome-delivery.service.js';
import { taskError } from './task-errors.js';
import { type PreparedRun } from './task-preparation.service.js';
import { type RunOutcome } from './task-run.service.js';

/** What ends an attempt early. */
export interface AttemptEnds {
  /** The job was canceled, somebody else has the iteration, or there is no more time to stop in. */
  readonly canceled: AbortSignal;
  /** The server stops: nothing is begun any more. */
  readonly stopping: AbortSignal;
}

/** How long a result waits for a database that is away before it is written once more. */
const WRITE_AGAIN_MS = 1000;

/** Writes down what came of an attempt, and tells the job. */
@Injectable()
export class TaskOutcomesService {
  private readonly limitBytes: number;
  private readonly tries: Counter<'outcome'>;

  constructor(
    @Inject(CONFIG) { engine }: Config,
    private readonly outcomes: TaskOutcomesRepository,
    private readonly values: JobValuesService,
    private readonly delivery: OutcomeDeliveryService,
    metrics: Metrics,
  ) {
    this.limitBytes = engine.taskResultLimitBytes;
    this.tries = new Counter({
      name: 'job_task_tries_total',
      help: 'Tries of dispatched tasks of jobs, by what became of them',
      labelNames: ['outcome'],
      registers: [metrics.registry],
    });
  }

  /** @throws Error when it could not be written down. */
  async keep(
    iteration: StoredIteration,
    { outcome: given, mocked }: RunOutcome,
    { isSecret, ...of }: Pick<PreparedRun, 'isSecret' | 'isSealed' | 'secrets' | 'starter'>,
    ends: AttemptEnds,
  ): Promise<void> {
    const { _id, jobId, task } = iteration;
    const bounded = await this.bounded(given);
    const made =
      isSecret && bounded.finish !== 'error' ? { ...bounded, secret: true as const } : bounded;
    const keep = (): Promise<KeptOutcome> => this.values.keepOutcome(jobId, made, of);
    const { outcome, text } = await this.written(keep, ends);
    const isHeld = await this.written(() => this.outcomes.finish(iteration, text, mocked), ends);
    this.tries.inc({ outcome: isHeld ? outcome.finish : 'lost' });
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
  private async written<T>(
    write: () => Promise<T>,
    { canceled, stopping }: AttemptEnds,
  ): Promise<T> {
    for (;;) {
      try {
        return await write();
      } catch (error) {
        // Whatever else fails would fail each time.
        if (stopping.aborted || canceled.aborted || !isOfDatabase(error)) throw error;
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

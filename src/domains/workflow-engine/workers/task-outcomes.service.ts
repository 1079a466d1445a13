import { setTimeout as delay } from 'node:timers/promises';
import { Injectable } from '@nestjs/common';
import { Counter } from 'prom-client';
import { isOfDatabase } from '../../../platform/database/mongo-failures.js';
import { AppLogger } from '../../../platform/logging/app-logger.js';
import { Metrics } from '../../../platform/metrics/metrics.js';
import { type StoredIteration } from '../store/stored-iteration.js';
import { type KeptOutcome, JobValuesService } from '../store/values/job-values.service.js';
import { TaskOutcomesRepository } from './task-outcomes.repository.js';
import { OutcomeDeliveryService } from './outcome-delivery.service.js';
import { storeAgainMs } from './task-lease-rules.js';
import { type PreparedRun } from './task-preparation.service.js';
import { type RunOutcome } from './task-run.service.js';

/** What ends an attempt early. */
export interface AttemptEnds {
  /** The job was canceled, somebody else has the iteration, or there is no more time to stop in. */
  readonly canceled: AbortSignal;
  /** The server stops: nothing is begun any more. */
  readonly stopping: AbortSignal;
}

/** Writes down what came of an attempt, and tells the job. */
@Injectable()
export class TaskOutcomesService {
  private readonly tries: Counter<'outcome'>;

  constructor(
    private readonly outcomes: TaskOutcomesRepository,
    private readonly values: JobValuesService,
    private readonly delivery: OutcomeDeliveryService,
    private readonly log: AppLogger,
    metrics: Metrics,
  ) {
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
    const made = isSecret && given.finish !== 'error' ? { ...given, secret: true as const } : given;
    const keep = (): Promise<KeptOutcome> => this.values.keepOutcome(jobId, made, of);
    const { outcome, text } = await this.written(_id, keep, ends);
    const finish = (): Promise<boolean> => this.outcomes.finish(iteration, text, mocked);
    const isHeld = await this.written(_id, finish, ends);
    this.tries.inc({ outcome: isHeld ? outcome.finish : 'lost' });
    if (isHeld) await this.delivery.deliver({ _id, jobId, task }, outcome);
  }

  /** A database that is away for a while costs no result; one that goes on refusing it is told of in the log. */
  private async written<T>(
    iteration: string,
    write: () => Promise<T>,
    { canceled, stopping }: AttemptEnds,
  ): Promise<T> {
    for (let tries = 0; ; tries += 1) {
      try {
        return await write();
      } catch (error) {
        // Whatever else fails would fail each time.
        if (stopping.aborted || canceled.aborted || !isOfDatabase(error)) throw error;
        if (isToldOf(tries))
          this.log.warn(
            { err: error, iteration, tries },
            'the result of a task is to be stored again',
          );
        // A server that stops cancels what is left when its time is up.
        await delay(storeAgainMs(error, tries), undefined, { signal: canceled }).catch(() => {
          throw error;
        });
      }
    }
  }
}

/** The first time, and each time that it has taken twice as long. */
function isToldOf(tries: number): boolean {
  return Number.isInteger(Math.log2(tries + 1));
}

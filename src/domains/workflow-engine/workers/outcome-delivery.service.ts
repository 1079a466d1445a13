import { Injectable } from '@nestjs/common';
import { type DueCondition } from '../../../platform/work/due-condition.js';
import { AppLogger } from '../../../platform/logging/app-logger.js';
import { type TaskOutcome } from '../../../cores/engine/commands.js';
import { JobStepsService } from '../runner/job-steps.service.js';
import { JobValuesService } from '../store/values/job-values.service.js';
import { DeferredIds } from '../runner/deferred-ids.js';
import { TaskOutcomesRepository, type UndeliveredOutcome } from './task-outcomes.repository.js';

/** Outcomes are delivered by whoever wrote them down; after this, by anybody. */
const AGED_MS = 3000;
const BATCH = 100;

/** Tells jobs what came of their tasks; told twice, a job hears it once. */
@Injectable()
export class OutcomeDeliveryService {
  readonly #resting = new DeferredIds();

  constructor(
    private readonly outcomes: TaskOutcomesRepository,
    private readonly steps: JobStepsService,
    private readonly values: JobValuesService,
    private readonly log: AppLogger,
  ) {}

  /** A failure leaves it to whoever looks next. */
  async deliver(
    { _id, jobId, task }: Omit<UndeliveredOutcome, 'outcome'>,
    outcome: TaskOutcome,
  ): Promise<void> {
    try {
      const event = { kind: 'finished', task, iteration: _id, outcome } as const;
      const stepped = await this.steps.finish(jobId, event);
      // The step that hears of it closes the iteration, and with that marks it.
      if (stepped.kind !== 'applied') await this.outcomes.markDelivered([_id]);
    } catch (error) {
      this.#resting.add(_id);
      this.log.error(
        { err: error, job: jobId, iteration: _id },
        'a job could not be told of a task',
      );
    }
  }

  dueCondition(): DueCondition {
    return this.outcomes.dueCondition(AGED_MS);
  }

  /** Delivers what was left: its node has died, or the database was away. @returns how many there were. */
  async deliverLeft(signal: AbortSignal): Promise<number> {
    const left = await this.outcomes.undelivered(AGED_MS, this.#resting.all(), BATCH);
    for (const one of left) {
      if (signal.aborted) return left.length;
      await this.deliverOne(one);
    }
    return left.length;
  }

  private async deliverOne(one: UndeliveredOutcome): Promise<void> {
    try {
      await this.deliver(one, await this.values.readOutcome(one.jobId, one.outcome));
    } catch (error) {
      this.#resting.add(one._id);
      this.log.error({ err: error, iteration: one._id }, 'an outcome of a task cannot be read');
    }
  }
}

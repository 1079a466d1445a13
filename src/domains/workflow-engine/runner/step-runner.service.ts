import { Injectable } from '@nestjs/common';
import { AppError } from '../../../kernel/app-error.js';
import { readProjectName } from '../../../kernel/project-names.js';
import { Clock } from '../../../kernel/clock.js';
import { type JsonObject, type JsonValue } from '../../../kernel/json.js';
import { ContentDocumentsService } from '../../content/records/content-documents.service.js';
import { type EngineEvent } from '../../../cores/engine/engine-event.js';
import { type ValueRef } from '../../../cores/engine/value-ref.js';
import { type JobState } from '../../../cores/engine/job-state.js';
import { type Plan } from '../../../cores/engine/plan.js';
import { type DocumentNeed, type StepQuery } from '../../../cores/engine/pure-task.js';
import {
  ENGINE_LIMITS,
  type MockLookup,
  step,
  type StepResult,
  type ValueBound,
} from '../../../cores/engine/step.js';
import { pureTaskOf } from '../../../cores/tasks/pure-tasks.js';
import { mocksOf } from './mocks.js';
import { ChildResultsService } from './child-results.service.js';
import { type OutboxEntry } from '../store/values/job-state-codec.service.js';
import { ValueCodecService } from '../store/values/value-codec.service.js';
import { JobValuesService } from '../store/values/job-values.service.js';
import { type StoredJob } from '../store/stored-job.js';

/** A job as a step finds it. */
export interface StepBasis {
  readonly jobId: string;
  readonly plan: Plan;
  readonly state: JobState;
  /** Of the job: what says whether it is a test run. */
  readonly job: Pick<StoredJob, 'mocks' | 'name' | 'parent'>;
  /** What is not carried out yet: iterations may lie here alone. */
  readonly pending: readonly OutboxEntry[];
  /** Absent as long as there is room for large values. */
  readonly valueBound?: ValueBound;
}

/** Runs steps: gives them what they ask for on the way. */
@Injectable()
export class StepRunnerService {
  constructor(
    private readonly values: JobValuesService,
    private readonly children: ChildResultsService,
    private readonly codec: ValueCodecService,
    private readonly documents: ContentDocumentsService,
    private readonly clock: Clock,
  ) {}

  async run(basis: StepBasis, event: EngineEvent): Promise<StepResult> {
    const { jobId, plan, state } = basis;
    const now = this.clock.now().getTime();
    const running = step(plan, state, event, {
      jobId,
      now,
      tasks: pureTaskOf,
      limits: ENGINE_LIMITS,
      mocks: this.mocksOf(basis.job),
      valueBound: basis.valueBound,
    });
    let next = running.next([]);
    while (next.done !== true) {
      const queries = next.value;
      next = running.next(await Promise.all(queries.map((query) => this.give(basis, query))));
    }
    return next.value;
  }

  private mocksOf({ mocks, ...job }: StepBasis['job']): MockLookup | undefined {
    return mocksOf({ ...job, mocks: mocks === null ? null : this.codec.decodeDocument(mocks) });
  }

  private async give(basis: StepBasis, query: StepQuery): Promise<JsonValue | undefined> {
    switch (query.kind) {
      case 'value':
        return this.value(basis, query.held);
      case 'document':
        return this.document(query);
      case 'children':
        return this.children.of(query.iteration);
    }
  }

  private async value(basis: StepBasis, held: ValueRef): Promise<JsonValue | undefined> {
    const value = await this.values.readOne(basis.jobId, held);
    if (value !== undefined || held.kind !== 'iteration') return value;
    const pending = pendingOutput(basis.pending, held.iteration, held.name);
    return pending && this.values.readOne(basis.jobId, pending);
  }

  /** A document by its id or name; else by its name without the project that it was in. */
  private async document({ type, idOrName }: DocumentNeed): Promise<JsonObject | undefined> {
    const { name } = readProjectName(idOrName);
    const found = await this.found(type, idOrName);
    return found ?? (name === idOrName ? undefined : this.found(type, name));
  }

  private async found(
    type: DocumentNeed['type'],
    idOrName: string,
  ): Promise<JsonObject | undefined> {
    try {
      return (await this.documents.get(type, idOrName)).document;
    } catch (error) {
      if (error instanceof AppError && error.kind === 'not-found') return undefined;
      throw error;
    }
  }
}

/** What an iteration put out that is not stored yet. */
function pendingOutput(
  entries: readonly OutboxEntry[],
  id: string,
  name: string,
): ValueRef | undefined {
  for (const { commands } of entries) {
    for (const command of commands) {
      const isEnd =
        (command.kind === 'record' && command.iteration.id === id) ||
        (command.kind === 'close' && command.id === id);
      if (isEnd && Object.hasOwn(command.end.output, name)) return command.end.output[name];
    }
  }
  return undefined;
}

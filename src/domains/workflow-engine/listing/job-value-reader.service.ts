import { Injectable } from '@nestjs/common';
import { invalidInput, notFound } from '../../../kernel/app-error.js';
import { type JsonValue } from '../../../kernel/json.js';
import { type Principal } from '../../../kernel/principal.js';
import { iterationId } from '../../../cores/engine/ids.js';
import { type Plan } from '../../../cores/engine/plan.js';
import { type ValueRefs } from '../../../cores/engine/value-ref.js';
import { stateOf, type StoredJob } from '../store/stored-job.js';
import { JobValuesService } from '../store/values/job-values.service.js';
import { IterationListRepository } from './iteration-list.repository.js';
import { JobReaderService } from './job-reader.service.js';

/** A variable of the job, or a value of a run of a task: of its last one where none is said. */
interface WantedValue {
  readonly name: string;
  readonly task?: string;
  readonly side?: 'outgoing' | 'incoming';
  readonly run?: number;
}

/** Reads one value of a job, however long it is, as people see it. */
@Injectable()
export class JobValueReaderService {
  constructor(
    private readonly reader: JobReaderService,
    private readonly iterations: IterationListRepository,
    private readonly values: JobValuesService,
  ) {}

  /** @throws AppError `not-found` for a job, run or value that is not there for the caller; `invalid-input` */
  async find(id: string, wanted: WantedValue, principal: Principal): Promise<JsonValue> {
    assertTask(wanted);
    const { job, plan } = await this.reader.planned(id, principal);
    const refs = await this.refsOf(job, plan, wanted);
    const ref = Object.hasOwn(refs, wanted.name) ? refs[wanted.name] : undefined;
    if (!ref) throw notFound('Value', wanted.name);
    const { [wanted.name]: value } = await this.values.shown(
      id,
      { [wanted.name]: ref },
      this.values.secretsOf(job),
    );
    if (value === undefined) throw notFound('Value', wanted.name);
    return value;
  }

  private async refsOf(
    job: StoredJob,
    plan: Plan,
    { task, side, run }: WantedValue,
  ): Promise<ValueRefs> {
    if (task === undefined) return stateOf(job).variables;
    const wanted = iterationId(job._id, task, run ?? lastRun(job, plan, task));
    const [found] = await this.iterations.findAll([wanted]);
    const encoded = side === 'incoming' ? found?.input : found?.output;
    return encoded ? this.values.decode(encoded) : {};
  }
}

/** 0 for a task that is absent, or has not run. */
function lastRun(job: StoredJob, plan: Plan, task: string): number {
  const planned = plan.tasks.find(({ id }) => id === task);
  return (planned && stateOf(job).tasks[planned.at]?.iterations) ?? 0;
}

/** `side` and `run` say nothing of variables of the job. */
function assertTask({ task, side, run }: WantedValue): void {
  if (task !== undefined || (side === undefined && run === undefined)) return;
  throw invalidInput([{ pointer: '#/task', detail: 'is needed with side and run' }]);
}

import { setTimeout as pause } from 'node:timers/promises';
import { Clock } from '../../../src/kernel/clock.js';
import { type JsonObject } from '../../../src/kernel/json.js';
import { eventually } from '../eventually.js';
import { type Answer, type CallOptions, startApp, type TestApp } from '../start-app.js';
import { ShiftedClock } from './shifted-clock.js';

const JOBS = '/operations-manager/jobs';
const TASKS = '/operations-manager/tasks';

/** What scenarios read of a task of a job. */
export interface ShownTask {
  readonly name: string;
  readonly status: string;
  readonly iterations: readonly string[];
  readonly previous: {
    readonly incomplete: string[];
    readonly complete: string[];
    readonly error: string[];
  };
  readonly metrics: JsonObject;
  readonly variables: { readonly incoming: JsonObject; readonly outgoing: JsonObject };
  readonly [field: string]: unknown;
}

/** What scenarios read of a job. */
export interface ShownJob {
  readonly _id: string;
  readonly name: string;
  readonly status: string;
  readonly description: string;
  readonly variables: JsonObject;
  readonly ancestors: readonly string[];
  readonly tasks: Readonly<Record<string, ShownTask>>;
  readonly metrics: JsonObject;
  readonly error: readonly { readonly task: string; readonly message: string }[];
  readonly mocked: readonly string[] | null;
}

/** What scenarios read of a run of a task. */
export interface ShownRun {
  readonly _id: string;
  readonly status: string;
  readonly iteration: number;
  readonly job: { readonly index: number | null };
  readonly metrics: JsonObject;
  readonly variables: { readonly incoming: JsonObject; readonly outgoing: JsonObject };
}

/** What became of one document of an import. */
export interface ImportOutcome {
  readonly name: string;
  readonly type: string;
  readonly success: boolean;
  readonly message: string;
}

/** A platform on which scenarios run workflows, with a clock that can be put forward. */
export class EngineApp {
  private constructor(
    readonly platform: TestApp,
    readonly clock: ShiftedClock,
  ) {}

  static async start(name: string, env: Readonly<Record<string, string>> = {}): Promise<EngineApp> {
    const clock = new ShiftedClock();
    const platform = await startApp(name, {
      env,
      override: (builder) => builder.overrideProvider(Clock).useValue(clock),
    });
    return new EngineApp(platform, clock);
  }

  close(): Promise<void> {
    return this.platform.close();
  }

  call<T>(method: string, path: string, options?: CallOptions): Promise<Answer<T>> {
    return this.platform.as<T>('admin', method, path, options);
  }

  /** Brings documents in, as people do, and fails when one of them does not come in. */
  async bring(...documents: readonly JsonObject[]): Promise<readonly ImportOutcome[]> {
    const { json } = await this.call<{ results: readonly ImportOutcome[] }>(
      'POST',
      '/content/import',
      { body: { documents, options: { overwrite: true } } },
    );
    const failed = json.results.filter(({ success }) => !success);
    if (failed.length > 0) throw new Error(JSON.stringify(failed));
    return json.results;
  }

  async begin(workflow: string, options: JsonObject = {}): Promise<ShownJob> {
    const body = { workflow, options };
    const answer = await this.call<{ data: ShownJob }>('POST', `${JOBS}/start`, { body });
    if (answer.status !== 200) throw new Error(answer.text);
    return answer.json.data;
  }

  async job(id: string): Promise<ShownJob> {
    return (await this.call<{ data: ShownJob }>('GET', `${JOBS}/${id}`)).json.data;
  }

  /** The job once it is so. */
  until(id: string, isIt: (job: ShownJob) => boolean): Promise<ShownJob> {
    return eventually(() => this.job(id), isIt);
  }

  /** The job once it runs no more. */
  settled(id: string): Promise<ShownJob> {
    return this.until(id, ({ status }) => status !== 'running');
  }

  /** Starts a job and waits until it runs no more. */
  async run(workflow: string, options: JsonObject = {}): Promise<ShownJob> {
    return this.settled((await this.begin(workflow, options))._id);
  }

  /** Runs of a task, the first one first. */
  async runs(id: string, task: string): Promise<readonly ShownRun[]> {
    const path = `${JOBS}/${id}/iterations?task=${task}&limit=100`;
    const { data } = (await this.call<{ data: readonly ShownRun[] }>('GET', path)).json;
    return [...data].sort((one, other) => one.iteration - other.iteration);
  }

  async continued(jobId: string, taskId: string): Promise<Answer<{ readonly job: ShownJob }>> {
    const path = `/workflow_engine/jobs/${jobId}/continueJob`;
    return this.call('POST', path, { body: { taskId } });
  }

  control(verb: 'pause' | 'resume' | 'cancel', ...jobIds: readonly string[]): Promise<Answer> {
    return this.call('POST', `${JOBS}/${verb}`, { body: { jobIds } });
  }

  /** The id of the open manual task, once it is open. */
  async open(job: string, task: string): Promise<string> {
    const found = await eventually(
      async () => {
        const path = `${TASKS}?job=${job}`;
        const { data } = (
          await this.call<{ data: readonly { _id: string; job: { task: string } }[] }>('GET', path)
        ).json;
        return data.find((one) => one.job.task === task)?._id ?? '';
      },
      (id) => id !== '',
    );
    return found;
  }

  /** A person works the manual task once it is open. */
  async work(job: string, task: string, state: string, variables?: JsonObject): Promise<void> {
    const body = { finish_state: state, ...(variables && { variables }) };
    const path = `${TASKS}/${await this.open(job, task)}/finish`;
    const answer = await this.call('POST', path, { body });
    if (answer.status !== 200) throw new Error(answer.text);
  }

  /**
   * Sees a job through as a patient person does: works every task that is open, of the job and its children,
   * first with success, later with failure where that can be said; puts the clock forward over what only waits.
   */
  async drive(id: string): Promise<ShownJob> {
    const worked = new Set<string>();
    for (let rounds = 0; rounds < 200; rounds += 1) {
      const job = await this.job(id);
      if (job.status !== 'running') return job;
      const { data } = (
        await this.call<{ data: readonly { _id: string; job: { task: string } }[] }>(
          'GET',
          `${TASKS}?limit=100`,
        )
      ).json;
      for (const one of data) {
        const key = one.job.task;
        const isDone = worked.has(key) && (await this.#finish(one._id, 'failure')) === 200;
        if (!isDone) await this.#finish(one._id, 'success');
        worked.add(key);
      }
      if (data.length === 0) this.clock.forward(60);
      await pause(50);
    }
    return this.job(id);
  }

  async #finish(id: string, state: string): Promise<number> {
    const body = { finish_state: state };
    return (await this.call('POST', `${TASKS}/${id}/finish`, { body })).status;
  }

  /** How often each task of a job has run. */
  counts({ tasks }: ShownJob): Readonly<Record<string, number>> {
    const inner = Object.entries(tasks).filter(([id]) => !id.startsWith('workflow_'));
    return Object.fromEntries(inner.map(([id, { iterations }]) => [id, iterations.length]));
  }
}

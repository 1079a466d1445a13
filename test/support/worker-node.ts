import { Module } from '@nestjs/common';
import { getConnectionToken, getModelToken, MongooseModule } from '@nestjs/mongoose';
import { type TestingModule } from '@nestjs/testing';
import { type Connection, type Model } from 'mongoose';
import { afterAll, afterEach } from 'vitest';
import { AppLogger } from '../../src/platform/logging/app-logger.js';
import { MaintenanceModule } from '../../src/platform/maintenance/maintenance.module.js';
import { AccountPrincipalsService } from '../../src/domains/user-management/identities/account-principals.service.js';
import { type EngineEvent } from '../../src/cores/engine/step.js';
import {
  ITERATION_MODEL,
  iterationSchema,
} from '../../src/domains/workflow-engine/store/iteration.schema.js';
import { type StoredIteration } from '../../src/domains/workflow-engine/store/stored-iteration.js';
import { EngineWrites } from '../../src/domains/workflow-engine/store/engine-writes.js';
import { JOB_MODEL, jobSchema } from '../../src/domains/workflow-engine/store/job.schema.js';
import { JobSecretListsService } from '../../src/domains/workflow-engine/store/values/job-secret-lists.service.js';
import { JobSecrets } from '../../src/domains/workflow-engine/store/values/job-secrets.js';
import {
  JobStepsService,
  type Stepped,
} from '../../src/domains/workflow-engine/runner/job-steps.service.js';
import { JobValuesService } from '../../src/domains/workflow-engine/store/values/job-values.service.js';
import { PlansService } from '../../src/domains/workflow-engine/store/plans.service.js';
import { ClaimsRepository } from '../../src/domains/workflow-engine/workers/claims.repository.js';
import { LocalDispatch } from '../../src/domains/workflow-engine/workers/local-dispatch.js';
import { TaskOutcomesRepository } from '../../src/domains/workflow-engine/workers/task-outcomes.repository.js';
import { IterationsRepository } from '../../src/domains/workflow-engine/store/iterations.repository.js';
import { TaskOutcomesService } from '../../src/domains/workflow-engine/workers/task-outcomes.service.js';
import { TaskPreparationService } from '../../src/domains/workflow-engine/workers/task-preparation.service.js';
import { OutcomeDeliveryService } from '../../src/domains/workflow-engine/workers/outcome-delivery.service.js';
import { RedisOffersService } from '../../src/domains/workflow-engine/workers/redis-offers.service.js';
import { ServerIdentity } from '../../src/domains/workflow-engine/runner/server-identity.js';
import { ServerTimeRepository } from '../../src/domains/workflow-engine/workers/server-time.repository.js';
import { TaskActorsService } from '../../src/domains/workflow-engine/workers/task-actors.service.js';
import {
  TASK_EXECUTORS,
  type TaskCall,
  type TaskExecutor,
} from '../../src/domains/workflow-engine/workers/task-executor.js';
import { TaskJournalsService } from '../../src/domains/workflow-engine/workers/task-journals.service.js';
import { TaskRunService } from '../../src/domains/workflow-engine/workers/task-run.service.js';
import { TaskAttemptService } from '../../src/domains/workflow-engine/workers/task-attempt.service.js';
import { TaskWorkerService } from '../../src/domains/workflow-engine/workers/task-worker.service.js';
import { WorkerTasks } from '../../src/domains/workflow-engine/workers/worker.tasks.js';
import { WorkerJobsRepository } from '../../src/domains/workflow-engine/workers/worker-jobs.repository.js';
import { type TaskOutcome } from '../../src/cores/engine/commands.js';
import { MetricsModule } from '../../src/platform/metrics/metrics.module.js';
import { SchedulingModule } from '../../src/platform/scheduling/scheduling.module.js';
import { WorkModule } from '../../src/platform/work/work.module.js';
import { testDatabase, type TestDatabase } from './database.js';
import { startDomain } from './domain-app.js';
import { eventually } from './eventually.js';
import { emptyDatabase } from './reused-databases.js';

/** What a node told a job of. */
export type Told = Extract<EngineEvent, { kind: 'finished' }>;

/** What tests decide of a node. */
export interface WorkerNodeOptions {
  readonly uri: string;
  readonly run: (call: TaskCall) => Promise<TaskOutcome>;
  readonly env?: Readonly<Record<string, string>>;
  readonly isIdempotent?: boolean;
  /** Whether it looks for work by itself; it does when absent. */
  readonly looks?: boolean;
  /** Whether workers are stopped when it starts: nobody waits until it works. */
  readonly isStopped?: boolean;
  /** What jobs answer when they are told; that they heard, when absent. */
  readonly hear?: (told: Told) => Promise<Stepped>;
}

/** A node that works on iterations, with the real leases and without jobs behind them. */
export class WorkerNode {
  readonly told: Told[] = [];
  /** How often the database fails from now on when what a try needs is read. */
  failures = 0;
  failure = new Error('the database is away');
  private closing: Promise<void> | undefined;

  private constructor(private readonly app: TestingModule) {}

  static async start(options: WorkerNodeOptions): Promise<WorkerNode> {
    const node: { it?: WorkerNode } = {};
    const app = await startDomain({
      uri: options.uri,
      module: moduleOf(options, {
        hear: async (told) => {
          node.it?.told.push(told);
          return (await options.hear?.(told)) ?? { kind: 'absent' };
        },
        find: (id) => {
          if (!node.it || node.it.failures === 0) return aJob(id);
          node.it.failures -= 1;
          return Promise.reject(node.it.failure);
        },
      }),
      ...(options.env && { env: options.env }),
    });
    node.it = new WorkerNode(app);
    await app.get(ServerTimeRepository).refresh();
    if (options.looks === false) node.it.worker.rest(false);
    else if (!options.isStopped) await node.it.works();
    return node.it;
  }

  get dispatch(): LocalDispatch {
    return this.app.get(LocalDispatch);
  }

  get worker(): TaskWorkerService {
    return this.app.get(TaskWorkerService);
  }

  get claims(): ClaimsRepository {
    return this.app.get(ClaimsRepository);
  }

  get delivery(): OutcomeDeliveryService {
    return this.app.get(OutcomeDeliveryService);
  }

  get values(): JobValuesService {
    return this.app.get(JobValuesService);
  }

  get log(): AppLogger {
    return this.app.get(AppLogger, { strict: false });
  }

  get id(): string {
    return this.app.get(ServerIdentity).id;
  }

  get iterations(): Model<StoredIteration>['collection'] {
    return this.app.get<Model<StoredIteration>>(getModelToken(ITERATION_MODEL), { strict: false })
      .collection;
  }

  get connection(): Connection {
    return this.app.get<Connection>(getConnectionToken(), { strict: false });
  }

  /** Resolves when it has found that workers are not stopped. */
  private async works(): Promise<void> {
    await eventually(
      () => Promise.resolve(this.worker.rests),
      (rests) => !rests,
    );
  }

  /** Stores iterations as the outbox does: with a place of this node where it has one. */
  async store(...iterations: StoredIteration[]): Promise<readonly StoredIteration[]> {
    const stored = iterations.map((iteration) => {
      const lease = this.dispatch.reserve() ?? null;
      return { ...iteration, lease, claimableAt: lease?.until ?? iteration.claimableAt };
    });
    await this.iterations.insertMany(stored as never[]);
    return stored;
  }

  close(): Promise<void> {
    this.closing ??= this.app.close();
    return this.closing;
  }
}

interface ModuleParts {
  readonly hear: (told: Told) => Promise<Stepped>;
  readonly find: (jobId: string) => Promise<object>;
}

function moduleOf(
  { run, isIdempotent = false, looks = true }: WorkerNodeOptions,
  { hear, find }: ModuleParts,
): new () => object {
  const executor: TaskExecutor = {
    name: 'test',
    handles: ({ name }) => name !== 'nobodyKnows',
    isIdempotent: () => isIdempotent,
    leavesPlatform: true,
    deadlineMs: 20_000,
    run,
  };
  const values: Partial<Record<keyof JobValuesService, unknown>> = {
    decode: () => ({}),
    read: () => Promise.resolve({}),
    keepOutcome: (_: string, outcome: TaskOutcome) =>
      Promise.resolve({ outcome, text: JSON.stringify(outcome) }),
    readOutcome: (_: string, kept: string) => Promise.resolve(JSON.parse(kept) as TaskOutcome),
  };
  const task = (at: number, id: string, name: string): object => ({
    at,
    id,
    name,
    app: 'Test',
    location: 'Adapter',
    actor: 'system',
    document: {},
    secretOutputs: new Set<string>(),
    secretError: false,
  });
  const plan = {
    tasks: [task(0, 'a1', 'callIt'), task(1, 'b2', 'nobodyKnows')],
    places: new Map([
      ['a1', 0],
      ['b2', 1],
    ]),
  };
  @Module({
    imports: [
      MongooseModule.forFeature([
        { name: ITERATION_MODEL, schema: iterationSchema },
        { name: JOB_MODEL, schema: jobSchema },
      ]),
      MaintenanceModule,
      MetricsModule,
      SchedulingModule,
      WorkModule,
    ],
    providers: [
      ...[ClaimsRepository, EngineWrites, LocalDispatch, OutcomeDeliveryService, ServerIdentity],
      ...[
        RedisOffersService,
        ServerTimeRepository,
        TaskActorsService,
        TaskAttemptService,
        TaskJournalsService,
        IterationsRepository,
        TaskOutcomesRepository,
        TaskOutcomesService,
        TaskPreparationService,
        TaskRunService,
        TaskWorkerService,
      ],
      ...(looks ? [WorkerTasks] : []),
      { provide: AccountPrincipalsService, useValue: {} },
      { provide: WorkerJobsRepository, useValue: { find } },
      { provide: TASK_EXECUTORS, useValue: [executor] },
      { provide: JobSecretListsService, useValue: { open: () => JobSecrets.NONE } },
      { provide: JobValuesService, useValue: values },
      { provide: PlansService, useValue: { get: () => Promise.resolve({ document: {}, plan }) } },
      {
        provide: JobStepsService,
        useValue: { finish: (_: string, event: EngineEvent) => hear(event as Told) },
      },
    ],
  })
  class WorkerNodeModule {}
  return WorkerNodeModule;
}

const aJob = (_id: string): Promise<object> =>
  Promise.resolve({
    _id,
    name: 'A workflow',
    planId: 'p',
    parent: null,
    startedBy: null,
    startedWith: null,
    mocks: null,
  });

/** A dispatched iteration that nobody has begun. */
export function anIteration(_id: string, more: Partial<StoredIteration> = {}): StoredIteration {
  const iteration = {
    _id,
    jobId: `job-${_id}`,
    task: 'a1',
    name: 'callIt',
    app: 'Test',
    kind: 'dispatched',
    number: 1,
    generation: 0,
    loopIndex: null,
    status: 'running',
    finish: null,
    startedAt: new Date(0),
    endedAt: null,
    serverId: '',
    input: '{}',
    output: null,
    error: null,
    attempt: 1,
    lease: null,
    outcome: null,
    outcomeAt: null,
    delivered: true,
    claimableAt: new Date(0),
    manual: null,
    listener: null,
    listensTo: null,
    mocked: false,
    gbac: { read: [], write: [] },
    readers: ['*'],
    ...more,
  };
  return iteration as StoredIteration;
}

/** Begins a node that is closed after the test. */
export type StartWorkerNode = (options?: Partial<WorkerNodeOptions>) => Promise<WorkerNode>;

const succeed = (): Promise<TaskOutcome> => Promise.resolve({ finish: 'success', output: 1 });

/** Begins nodes over this database, and notes them, to be closed. */
const nodesOver =
  (uri: string, nodes: WorkerNode[]): StartWorkerNode =>
  async (options = {}) => {
    const node = await WorkerNode.start({ uri, run: succeed, ...options });
    nodes.push(node);
    return node;
  };

/** Nodes over one database for the tests of a file, one after another. */
export function workerNodes(name: string): { readonly start: StartWorkerNode } {
  const database = testDatabase(name);
  const nodes: WorkerNode[] = [];
  afterEach(async () => {
    for (const node of nodes.splice(0)) {
      await node.iterations.deleteMany({});
      await node.close();
    }
  });
  afterAll(() => database.drop());
  return { start: nodesOver(database.uri, nodes) };
}

/** For tests that may run at the same time: the nodes of each have a database that no other test uses meanwhile. */
export function workerNodesApart(
  name: string,
): (of: { task: unknown }, use: (start: StartWorkerNode) => Promise<void>) => Promise<void> {
  const databases: TestDatabase[] = [];
  const free: TestDatabase[] = [];
  afterAll(() => Promise.all(databases.map((database) => database.drop())));
  const make = (): TestDatabase => {
    const database = testDatabase(name);
    databases.push(database);
    return database;
  };
  return async ({ task: _ }, use) => {
    const database = free.pop() ?? make();
    const nodes: WorkerNode[] = [];
    await use(nodesOver(database.uri, nodes));
    for (const node of nodes) await node.close();
    await emptyDatabase(database.uri);
    free.push(database);
  };
}

import { Module } from '@nestjs/common';
import { getConnectionToken, MongooseModule } from '@nestjs/mongoose';
import { type TestingModule, type TestingModuleBuilder } from '@nestjs/testing';
import { type Connection } from 'mongoose';
import {
  JOB_START_REQUEST_MODEL,
  jobStartRequestSchema,
} from '../../src/domains/automations/starting/job-start-request.schema.js';
import { JobStartRequestsRepository } from '../../src/domains/automations/starting/job-start-requests.repository.js';
import { JobStartQueueService } from '../../src/domains/automations/starting/job-start-queue.service.js';
import { ContentDocumentsService } from '../../src/domains/content/records/content-documents.service.js';
import { ContentLookupService } from '../../src/domains/content/records/content-lookup.service.js';
import { ContentRepositories } from '../../src/domains/content/records/content-repositories.repository.js';
import {
  CONTENT_VERSION_MODEL,
  contentVersionSchema,
} from '../../src/domains/content/records/content-version.schema.js';
import { ContentVersionsRepository } from '../../src/domains/content/records/content-versions.repository.js';
import { CONTENT_MODELS } from '../../src/domains/content/records/content.schema.js';
import { WorkflowRightsService } from '../../src/domains/content/workflows/workflow-rights.service.js';
import { AccountPrincipalsService } from '../../src/domains/user-management/identities/account-principals.service.js';
import { type TaskOutcome } from '../../src/cores/engine/commands.js';
import { JobCounters } from '../../src/domains/workflow-engine/metrics/job-counters.js';
import { MetricsRepository } from '../../src/domains/workflow-engine/metrics/metrics.repository.js';
import { JobPublicationsService } from '../../src/domains/workflow-engine/publishing/job-publications.service.js';
import { type StoredIteration } from '../../src/domains/workflow-engine/store/stored-iteration.js';
import { JobListRepository } from '../../src/domains/workflow-engine/listing/job-list.repository.js';
import { RUNNER_PROVIDERS } from '../../src/domains/workflow-engine/runner/runner-providers.js';
import {
  JOB_MODELS,
  STORE_PROVIDERS,
} from '../../src/domains/workflow-engine/store/store-providers.js';
import { BACKGROUND_PROVIDERS } from '../../src/domains/workflow-engine/background/background-providers.js';
import { AdmittedJobsService } from '../../src/domains/workflow-engine/runner/admitted-jobs.service.js';
import { JobStepsService } from '../../src/domains/workflow-engine/runner/job-steps.service.js';
import { type NewJob } from '../../src/domains/workflow-engine/runner/new-job.js';
import { type StoredJob } from '../../src/domains/workflow-engine/store/stored-job.js';
import {
  TASK_EXECUTORS,
  type TaskCall,
  type TaskExecutor,
} from '../../src/domains/workflow-engine/workers/task-executor.js';
import { WORKER_PROVIDERS } from '../../src/domains/workflow-engine/workers/worker-providers.js';
import { Clock } from '../../src/kernel/clock.js';
import { type JsonObject } from '../../src/kernel/json.js';
import { type Principal } from '../../src/kernel/principal.js';
import { ListTotalsModule } from '../../src/platform/database/list-totals.module.js';
import { MaintenanceModule } from '../../src/platform/maintenance/maintenance.module.js';
import { MetricsModule } from '../../src/platform/metrics/metrics.module.js';
import { ReferrersModule } from '../../src/platform/referrers/referrers.module.js';
import { SchedulingModule } from '../../src/platform/scheduling/scheduling.module.js';
import { WorkModule } from '../../src/platform/work/work.module.js';
import { startDomain } from './domain-app.js';
import { eventually } from './eventually.js';

const ADA = { id: 'ada-id', username: 'ada', roles: [], groups: [] } as unknown as Principal;
const NEW_JOB: Omit<NewJob, 'id' | 'workflow'> = {
  variables: {},
  description: '',
  startedBy: { id: ADA.id, username: ADA.username },
  startedWith: null,
  automationId: null,
  triggerId: null,
  chain: [],
  guards: [],
  mocks: null,
  parent: null,
};
let jobs = 0;

/** What tests decide of a node. */
export interface JobsNodeOptions {
  readonly uri: string;
  /** What tasks of the application `Test` do; they succeed with nothing when absent. */
  readonly run?: (call: TaskCall) => Promise<TaskOutcome>;
  /** Which of them do no harm when they are done again; all when absent. */
  readonly isIdempotent?: TaskExecutor['isIdempotent'];
  readonly env?: Readonly<Record<string, string>>;
  /** The time of the node; the computer's when absent. */
  readonly clock?: Clock;
}

/** A node with jobs, their work and their content, without HTTP. */
export class JobsNode {
  private constructor(readonly app: TestingModule) {}

  static async start(options: JobsNodeOptions): Promise<JobsNode> {
    const { uri, env, clock } = options;
    const module = moduleOf(options);
    const override = clock && {
      override: (builder: TestingModuleBuilder) => builder.overrideProvider(Clock).useValue(clock),
    };
    return new JobsNode(await startDomain({ uri, module, ...(env && { env }), ...override }));
  }

  get connection(): Connection {
    return this.app.get<Connection>(getConnectionToken(), { strict: false });
  }

  get admitted(): AdmittedJobsService {
    return this.app.get(AdmittedJobsService);
  }

  get steps(): JobStepsService {
    return this.app.get(JobStepsService);
  }

  /** Imports a workflow. @returns its id. */
  async workflow(document: JsonObject): Promise<string> {
    const given = { document, pointer: '#' };
    const documents = this.app.get(ContentDocumentsService);
    return (await documents.import('workflow', given, { overwrite: true }, ADA)).id;
  }

  async begin(workflow: string, more: Partial<NewJob> = {}): Promise<StoredJob> {
    jobs += 1;
    const id = jobs.toString(16).padStart(24, 'a');
    return this.admitted.create({ ...NEW_JOB, id, workflow, ...more });
  }

  async job(id: string): Promise<StoredJob> {
    const found = await this.connection.collection<StoredJob>('jobs').findOne({ _id: id });
    if (!found) throw new Error(`no job ${id}`);
    return found;
  }

  async iterations(jobId: string): Promise<readonly StoredIteration[]> {
    return this.connection
      .collection<StoredIteration>('job_tasks')
      .find({ jobId })
      .sort({ startedAt: 1, task: 1, number: 1 })
      .toArray();
  }

  /** The job once it is so and has nothing left to be carried out. */
  async until(id: string, status: StoredJob['status']): Promise<StoredJob> {
    return eventually(
      () => this.job(id),
      (job) => job.status === status && job.outbox === null,
    );
  }

  async close(): Promise<void> {
    await this.app.close();
  }
}

function moduleOf({ run, isIdempotent }: JobsNodeOptions): new () => object {
  const executor: TaskExecutor = {
    name: 'test',
    handles: ({ app }) => app === 'Test',
    isIdempotent: isIdempotent ?? (() => true),
    leavesPlatform: true,
    deadlineMs: 20_000,
    run: run ?? (() => Promise.resolve({ finish: 'success' })),
  };
  const principals = { find: () => Promise.resolve(ADA) };
  @Module({
    imports: [
      MongooseModule.forFeature([
        ...JOB_MODELS,
        ...CONTENT_MODELS,
        { name: CONTENT_VERSION_MODEL, schema: contentVersionSchema },
        { name: JOB_START_REQUEST_MODEL, schema: jobStartRequestSchema },
      ]),
      ListTotalsModule,
      MaintenanceModule,
      MetricsModule,
      ReferrersModule,
      SchedulingModule,
      WorkModule,
    ],
    providers: [
      ...STORE_PROVIDERS,
      ...RUNNER_PROVIDERS,
      ...BACKGROUND_PROVIDERS,
      ...[ContentDocumentsService, ContentLookupService, ContentRepositories],
      ...[ContentVersionsRepository, JobCounters, JobPublicationsService, JobStartQueueService],
      ...[JobListRepository, JobStartRequestsRepository, MetricsRepository, WorkflowRightsService],
      ...WORKER_PROVIDERS,
      { provide: TASK_EXECUTORS, useValue: [executor] },
      { provide: AccountPrincipalsService, useValue: principals },
    ],
  })
  class JobsNodeModule {}
  return JobsNodeModule;
}

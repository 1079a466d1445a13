import { Injectable } from '@nestjs/common';
import { notFound } from '../../../kernel/app-error.js';
import { assertMayRead, assertMayWrite, mayRead } from '../../../kernel/gbac.js';
import { type Principal } from '../../../kernel/principal.js';
import { PACKAGE_INFO } from '../../../platform/config/package-info.js';
import { JobCapacityService } from '../admission/job-capacity.service.js';
import { type ChildView, type JobView } from '../answer/job-view.js';
import { iterationId } from '../../../cores/engine/ids.js';
import { type JobState } from '../../../cores/engine/job-state.js';
import { type Plan } from '../../../cores/engine/plan.js';
import { JobsRepository } from '../store/jobs.repository.js';
import { JobValuesService } from '../store/values/job-values.service.js';
import { PlansService } from '../store/plans.service.js';
import { stateOf, type StoredJob } from '../store/stored-job.js';
import { IterationReaderService } from './iteration-reader.service.js';

/** Children that an answer about a job names. */
const CHILDREN_MAX = 1000;
/** Runs of tasks whose children are looked up. */
const RUNS_MAX = 10_000;

/** Reads jobs as they are shown. One that the caller may not see is not there. */
@Injectable()
export class JobReaderService {
  constructor(
    private readonly jobs: JobsRepository,
    private readonly iterations: IterationReaderService,
    private readonly plans: PlansService,
    private readonly values: JobValuesService,
    private readonly capacity: JobCapacityService,
  ) {}

  /** @throws AppError `not-found` */
  async visible(id: string, principal: Principal): Promise<StoredJob> {
    const job = await this.jobs.find(id);
    if (!job) throw notFound('Job', id);
    assertMayRead(principal, guardedJob(job));
    return job;
  }

  /**
   * A job that the caller may control.
   * @throws AppError `not-found`, `forbidden` where it may only be seen.
   */
  async controllable(id: string, principal: Principal): Promise<StoredJob> {
    const job = await this.visible(id, principal);
    assertMayWrite(principal, guardedJob(job));
    return job;
  }

  /**
   * A job with the plan that it runs by.
   * @throws AppError `not-found`
   */
  async planned(id: string, principal: Principal): Promise<{ job: StoredJob; plan: Plan }> {
    const job = await this.visible(id, principal);
    return { job, plan: (await this.plans.get(job.planId)).plan };
  }

  /**
   * Everything that an answer about the job is made of; children that the caller may not see are left out.
   * @param valueBytes longer values are named by their length.
   */
  async view(job: StoredJob, principal: Principal, valueBytes?: number): Promise<JobView> {
    const { document, plan } = await this.plans.get(job.planId);
    const state = stateOf(job);
    const showing = this.iterations.showing(job, valueBytes);
    const { budget, secrets } = showing;
    const [variables, iterations, children, queued] = await Promise.all([
      this.values.shown(job._id, budget.fit(state.variables), secrets),
      this.iterations.findAll(job._id, lastRuns(job, plan, state), showing),
      this.childrenOf(startingRuns(job, plan, state), principal),
      typeof job.queuedDepth === 'number' ? this.capacity.reasonOf(job) : null,
    ]);
    const byTask = new Map(iterations.map((one) => [one.stored.task, one]));
    const { version } = PACKAGE_INFO;
    const shown = { variables, iterations: byTask, children, queued };
    return { job, document, plan, state, ...shown, version };
  }

  /**
   * Ids of the runs in which a job has started children.
   * @throws AppError `not-found` for a job that the caller may not see.
   */
  async startingRuns(id: string, principal: Principal): Promise<readonly string[]> {
    const job = await this.visible(id, principal);
    const { plan } = await this.plans.get(job.planId);
    return startingRuns(job, plan, stateOf(job));
  }

  private async childrenOf(
    runs: readonly string[],
    principal: Principal,
  ): Promise<readonly ChildView[]> {
    const found = await this.jobs.startedBy(runs, CHILDREN_MAX);
    return found
      .filter(({ gbac }) => mayRead(principal, 'WorkFlowEngine', gbac).admitted)
      .flatMap(({ _id, name, parent }) =>
        parent ? [{ id: _id, name, task: parent.task, index: parent.index }] : [],
      )
      .toSorted((one, other) => one.index - other.index);
  }
}

function guardedJob({ _id, gbac }: StoredJob): Parameters<typeof assertMayRead>[1] {
  return { what: 'Job', name: _id, application: 'WorkFlowEngine', gbac };
}

/** The last run of each task; start and end never run. */
function lastRuns({ _id }: StoredJob, plan: Plan, state: JobState): readonly string[] {
  return plan.tasks.flatMap(({ at, id, kind }) => {
    const runs = state.tasks[at]?.iterations ?? 0;
    return runs === 0 || kind === 'start' || kind === 'end' ? [] : [iterationId(_id, id, runs)];
  });
}

/** The runs of tasks that start jobs, the last ones of each first. */
function startingRuns({ _id }: StoredJob, plan: Plan, state: JobState): readonly string[] {
  const runs = plan.tasks
    .filter(({ name, kind }) => kind === 'wait' && name === 'childJob')
    .flatMap(({ at, id }) => {
      const count = state.tasks[at]?.iterations ?? 0;
      return Array.from({ length: Math.min(count, RUNS_MAX) }, (_, past) =>
        iterationId(_id, id, count - past),
      );
    });
  return runs.slice(0, RUNS_MAX);
}

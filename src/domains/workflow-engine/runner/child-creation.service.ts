import { Injectable } from '@nestjs/common';
import { AppError } from '../../../kernel/app-error.js';
import { type Command } from '../../../cores/engine/commands.js';
import { iterationId } from '../../../cores/engine/ids.js';
import { type ValueRef, type ValueRefs } from '../../../cores/engine/value-ref.js';
import { IterationsRepository } from '../store/iterations.repository.js';
import { type JobHead } from '../store/jobs.repository.js';
import { type ManualFinisher } from '../store/stored-iteration.js';
import { type StoredJob } from '../store/stored-job.js';
import { JobValuesService } from '../store/values/job-values.service.js';
import { toValueRefs } from '../store/values/value-refs.js';
import { ChildRefused } from './child-refused.js';
import { JobFactoryService } from './job-factory.service.js';
import { type SteppedJob } from './stepped-job.js';
import { type WorkflowToRun, WorkflowsToRunService } from './workflows-to-run.service.js';

export type StartChild = Extract<Command, { readonly kind: 'start-child' }>;
type Starter = Pick<StoredJob, 'startedBy' | 'startedWith'>;
/** Finds the workflow of a child: once for all children that run the same. */
type Finding = (name: string) => Promise<WorkflowToRun>;

/** Makes a child of what a job asks for: which workflow it runs, with what, and in whose name. */
@Injectable()
export class ChildCreationService {
  constructor(
    private readonly factory: JobFactoryService,
    private readonly workflows: WorkflowsToRunService,
    private readonly iterations: IterationsRepository,
    private readonly values: JobValuesService,
  ) {}

  /**
   * What stores children of one job.
   * @param heads those of the job and of all above it.
   * @returns a function that answers false for a child that is there already, and throws ChildRefused, or AppError
   *   `forbidden`, for one that may not be.
   */
  below(at: SteppedJob, heads: readonly JobHead[]): (command: StartChild) => Promise<boolean> {
    const shared = { find: this.finding(at.job, heads), above: starterAbove(at.job, heads) };
    return (command) => this.queue(at, command, shared);
  }

  private async queue(
    at: SteppedJob,
    command: StartChild,
    { find, above }: { readonly find: Finding; readonly above: Starter },
  ): Promise<boolean> {
    const { job } = at;
    const { iteration, task, index } = command;
    const workflow = await find(command.workflow);
    const own = await this.open(job._id, command.variables);
    const variables = command.isLoop
      ? { ...own, ...toValueRefs({ childJobLoopIndex: index }) }
      : own;
    const { ancestors, rootStarter } = job;
    const starter = await this.starterOf(at, command.actor);
    return this.factory.createQueued({
      id: command.childId,
      workflow,
      variables,
      description: '',
      ...starter,
      startedFor: starter.startedBy ? starter : above,
      answerable: job.answerable ?? [],
      automationId: job.automationId,
      triggerId: null,
      chain: job.chain,
      guards: [job.gbac],
      secrets: job.secrets,
      mocks: job.mocks,
      parent: { jobId: job._id, iteration, task, index, ancestors, rootStarter },
    });
  }

  private finding(job: StoredJob, heads: readonly JobHead[]): Finding {
    const found = new Map<string, Promise<WorkflowToRun>>();
    return (name) => {
      const finding = found.get(name) ?? this.workflowOf(job, heads, name);
      found.set(name, finding);
      return finding;
    };
  }

  /** @throws ChildRefused for one that is absent, a draft, the caller or one above it. */
  private async workflowOf(
    job: StoredJob,
    heads: readonly JobHead[],
    name: string,
  ): Promise<WorkflowToRun> {
    const found = name === '' ? undefined : await this.workflows.meantBy(name, job.name);
    if (!found) {
      const message = name === '' ? NO_NAME : `Cannot find workflow '${name}'`;
      throw new ChildRefused(message, true);
    }
    assertNotAbove(job, heads, found);
    try {
      return await this.workflows.toRun(found);
    } catch (error) {
      // It is a draft, or it went between two reads.
      if (isFinal(error)) throw new ChildRefused(error.detail);
      throw error;
    }
  }

  /** Values that lie apart belong to the parent: the child gets its own. */
  private async open(jobId: string, variables: ValueRefs): Promise<ValueRefs> {
    const opened = await Promise.all(
      Object.entries(variables).map(async ([name, held]): Promise<[string, ValueRef]> => {
        const value = (await this.values.readOne(jobId, held)) ?? null;
        return [name, { kind: 'here', value, ...(held.secret && { secret: true }) }];
      }),
    );
    return Object.fromEntries(opened);
  }

  /** In whose name a child runs. */
  private async starterOf(at: SteppedJob, actor: StartChild['actor']): Promise<Starter> {
    const { startedBy, startedWith } = at.job;
    if (actor === 'system') return { startedBy: null, startedWith: null };
    if (actor === 'job') return { startedBy, startedWith };
    const finisher = await this.finisherOf(at, actor);
    if (!finisher) return { startedBy, startedWith };
    const { id, username, limits } = finisher;
    return { startedBy: { id, username }, startedWith: limits };
  }

  /** Who worked the latest iteration of a manual task. */
  private async finisherOf(
    { job, plan, state }: SteppedJob,
    place: number,
  ): Promise<ManualFinisher | null | undefined> {
    const task = plan.tasks[place];
    const worked = state.tasks[place];
    if (!task || !worked) return undefined;
    const found = await this.iterations.find(iterationId(job._id, task.id, worked.iterations));
    return found?.manual?.finishedBy;
  }
}

const NO_NAME = 'Cannot find workflow: the task names none';

function assertNotAbove(
  job: StoredJob,
  heads: readonly JobHead[],
  found: { readonly id: string; readonly name: string },
): void {
  const chain = chainOf(job, heads);
  if (!chain.some(({ workflowId }) => workflowId === found.id)) return;
  const names = [...chain.map(({ name }) => name), found.name].join(' > ');
  throw new ChildRefused(`Workflow '${found.name}' would run itself: ${names}`);
}

/** A job that the platform runs is answered for by whom the nearest job above runs for. */
function starterAbove(job: StoredJob, heads: readonly JobHead[]): Starter {
  return chainOf(job, heads).findLast(({ startedBy }) => startedBy) ?? job;
}

/** The job and those above it that are still there, the root first. */
function chainOf(job: StoredJob, heads: readonly JobHead[]): readonly JobHead[] {
  const byId = new Map(heads.map((head) => [head._id, head]));
  return job.ancestors.flatMap((id) => (id === job._id ? [job] : (byId.get(id) ?? [])));
}

function isFinal(error: unknown): error is AppError {
  return error instanceof AppError && (error.kind === 'not-found' || error.kind === 'conflict');
}

import { Injectable, type OnModuleInit } from '@nestjs/common';
import { AppError } from '../../../kernel/app-error.js';
import { MOCKED_SUCCESS } from '../engine/commands.js';
import { type EngineEvent } from '../engine/engine-event.js';
import { iterationId } from '../engine/ids.js';
import { type HeldValue, type HeldValues } from '../engine/held-value.js';
import { type ManualFinisher } from '../iterations/stored-iteration.js';
import { IterationsRepository } from '../iterations/iterations.repository.js';
import { ChildRefused } from './child-refused.js';
import { heldValues } from './held-values.js';
import { JobStarts } from './job-starts.service.js';
import { JobSteps } from './job-steps.service.js';
import { JobValues } from './job-values.service.js';
import { JobsRepository } from './jobs.repository.js';
import { type FamilyCommand, type JobFamily, OutboxMessages } from './outbox-messages.service.js';
import { type SteppedJob } from './stepped-job.js';
import { type StoredJob } from './stored-job.js';
import { type WorkflowToRun, WorkflowsToRun } from './workflows-to-run.service.js';

type StartChild = Extract<FamilyCommand, { readonly kind: 'start-child' }>;
type Starter = Pick<StoredJob, 'startedBy' | 'startedWith'>;

/** Brings jobs together that belong to each other: all of it can be told twice. */
@Injectable()
export class JobFamilyService implements JobFamily, OnModuleInit {
  // eslint-disable-next-line max-params -- whoever sends, what begins, steps, workflows, storage and values: one of each
  constructor(
    private readonly messages: OutboxMessages,
    private readonly starts: JobStarts,
    private readonly steps: JobSteps,
    private readonly workflows: WorkflowsToRun,
    private readonly jobs: JobsRepository,
    private readonly iterations: IterationsRepository,
    private readonly values: JobValues,
  ) {}

  onModuleInit(): void {
    this.messages.attach(this);
  }

  async carryOut(at: SteppedJob, command: FamilyCommand, rev: number): Promise<void> {
    switch (command.kind) {
      case 'start-child':
        return this.start(at, command);
      case 'control-children':
        return this.control(command, rev);
      case 'notify-parent':
        return this.tellParent(at.job, command.status);
    }
  }

  private async start(at: SteppedJob, command: StartChild): Promise<void> {
    const { iteration, task, index } = command;
    try {
      await this.begin(at, command);
    } catch (error) {
      if (!(error instanceof ChildRefused)) throw error;
      const isMocked = error.isAbsent && at.job.mocks !== null;
      const refusal = { status: 'refused', message: error.message } as const;
      const event: EngineEvent = isMocked
        ? { kind: 'stood-in', task, iteration, outcome: MOCKED_SUCCESS }
        : { kind: 'child', task, iteration, index, ...refusal };
      await this.steps.apply(at.job._id, event);
    }
  }

  private async begin(at: SteppedJob, command: StartChild): Promise<void> {
    const { job } = at;
    const { iteration, task, index } = command;
    const workflow = await this.workflowOf(job, command.workflow);
    const own = await this.open(job._id, command.variables);
    const variables = command.isLoop
      ? { ...own, ...heldValues({ childJobLoopIndex: index }) }
      : own;
    await this.starts.begin({
      id: command.childId,
      workflow,
      variables,
      description: '',
      ...(await this.starterOf(at, command.actor)),
      automationId: job.automationId,
      triggerId: null,
      chain: job.chain,
      guards: [job.gbac],
      secrets: job.secrets,
      mocks: job.mocks === null ? null : (JSON.parse(job.mocks) as Record<string, never>),
      parent: { jobId: job._id, iteration, task, index, ancestors: job.ancestors },
    });
  }

  /** @throws ChildRefused for one that is absent, a draft, the caller or one above it. */
  private async workflowOf(job: StoredJob, name: string): Promise<WorkflowToRun> {
    const found = name === '' ? undefined : await this.workflows.meantBy(name, job.name);
    if (!found) {
      const message = name === '' ? NO_NAME : `Cannot find workflow '${name}'`;
      throw new ChildRefused(message, true);
    }
    await this.assertNotAbove(job, found);
    try {
      return await this.workflows.toRun(found);
    } catch (error) {
      // It is a draft, or it went between two reads.
      if (isFinal(error)) throw new ChildRefused(error.detail);
      throw error;
    }
  }

  private async assertNotAbove(
    job: StoredJob,
    found: { readonly id: string; readonly name: string },
  ): Promise<void> {
    const above = job.ancestors.filter((id) => id !== job._id);
    const heads = above.length === 0 ? [] : await this.jobs.findHeads(above);
    const byId = new Map(heads.map((head) => [head._id, head]));
    const chain = [...above.flatMap((id) => byId.get(id) ?? []), job];
    if (!chain.some(({ workflowId }) => workflowId === found.id)) return;
    const names = [...chain.map(({ name }) => name), found.name].join(' > ');
    throw new ChildRefused(`Workflow '${found.name}' would run itself: ${names}`);
  }

  /** Values that lie apart belong to the parent: the child gets its own. */
  private async open(jobId: string, variables: HeldValues): Promise<HeldValues> {
    const opened = await Promise.all(
      Object.entries(variables).map(async ([name, held]): Promise<[string, HeldValue]> => {
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

  private async control(
    { iteration, control }: Extract<FamilyCommand, { readonly kind: 'control-children' }>,
    rev: number,
  ): Promise<void> {
    for (const id of await this.jobs.openChildrenOf(iteration, rev)) {
      await this.steps.apply(id, { kind: control }, rev);
    }
  }

  private async tellParent({ parent }: StoredJob, status: 'complete' | 'canceled'): Promise<void> {
    if (!parent) return;
    const { jobId, task, iteration, index } = parent;
    await this.steps.apply(jobId, { kind: 'child', task, iteration, index, status });
  }
}

const NO_NAME = 'Cannot find workflow: the task names none';

function isFinal(error: unknown): error is AppError {
  return error instanceof AppError && (error.kind === 'not-found' || error.kind === 'conflict');
}

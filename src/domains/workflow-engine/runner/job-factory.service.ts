import { Injectable } from '@nestjs/common';
import { guardedByAll } from '../../../kernel/gbac.js';
import { invariant } from '../../../kernel/invariant.js';
import { Clock } from '../../../kernel/clock.js';
import { SYSTEM_ACTOR_WORDS } from '../../../kernel/dialect-words.js';
import { WorkflowRightsService } from '../../content/workflows/workflow-rights.service.js';
import { type ValueRefs } from '../../../cores/engine/value-ref.js';
import { type JobState } from '../../../cores/engine/job-state.js';
import { initialState } from '../../../cores/engine/step.js';
import { gbacOf } from '../../../kernel/document-groups.js';
import { type ResponsibleAccount, distinctAccounts } from '../../../kernel/responsible-account.js';
import { ChildRefused } from './child-refused.js';
import { toValueRefs } from '../store/values/value-refs.js';
import { derivedFieldsOf } from '../store/derived-job-fields.js';
import { JobsRepository } from '../store/jobs.repository.js';
import { type NewJob } from './new-job.js';
import { FIRST_REV, type FirstStep, StepBuilderService } from './step-builder.service.js';
import { StepEffectsService } from './step-effects.service.js';
import { type ParentOfJob, type StoredJob } from '../store/stored-job.js';
import { type WorkflowToRun } from './workflows-to-run.service.js';

/** A job that is to begin, with variables of which some may be secret. */
export type JobToCreate = Omit<NewJob, 'workflow' | 'variables' | 'mocks'> & {
  readonly workflow: WorkflowToRun;
  readonly variables: ValueRefs;
  /** As `ValueCodecService.encodeDocument` writes them. */
  readonly mocks: string | null;
  /** What the parent knows to be secret, sealed; null without one. */
  readonly secrets: string | null;
};

/** Creates jobs that were admitted, and runs their first step; children are stored alone, and begin when it is their turn. */
@Injectable()
export class JobFactoryService {
  constructor(
    private readonly rights: WorkflowRightsService,
    private readonly jobs: JobsRepository,
    private readonly builder: StepBuilderService,
    private readonly effects: StepEffectsService,
    private readonly clock: Clock,
  ) {}

  /**
   * Creates a job and runs what can run at once. A second one of the same id is the job that is there.
   * @throws AppError `forbidden` (`not-startable`)
   */
  async create(given: JobToCreate): Promise<StoredJob> {
    return (await this.unlessMayStart(given)) ?? this.createAllowed(given);
  }

  /**
   * Stores a job that begins when it is its turn, on whichever node. Every start is judged here or in `create`.
   * @returns false when there is one of this id.
   * @throws AppError `forbidden` (`not-startable`)
   * @throws ChildRefused when there is no room for its variables.
   */
  async createQueued(given: JobToCreate): Promise<boolean> {
    if (await this.unlessMayStart(given)) return false;
    const { id, workflow, secrets } = given;
    const basis = { jobId: id, plan: workflow.plan, state: stateOf(given) };
    const first = await this.builder.queue(basis, { ...familyOf(given), secrets });
    if (!(first instanceof ChildRefused))
      return (await this.insert(given, first, this.clock.now())) !== null;
    if (await this.jobs.find(id)) return false;
    throw first;
  }

  /** The first step is computed before anything but large values is written. */
  private async createAllowed(given: JobToCreate): Promise<StoredJob> {
    const startedAt = this.clock.now();
    const { id, workflow, mocks, parent, secrets } = given;
    const { name, plan } = workflow;
    const job = { name, parent, mocks };
    const basis = { jobId: id, job, plan, state: stateOf(given), pending: [] };
    const first = await this.builder.begin(basis, { ...familyOf(given), secrets });
    return (await this.insert(given, first, startedAt)) ?? this.present(id);
  }

  /** @returns null when there is a job of this id. */
  private async insert(
    given: JobToCreate,
    first: FirstStep,
    startedAt: Date,
  ): Promise<StoredJob | null> {
    const job = this.documentOf(given, first, startedAt);
    if (!(await this.jobs.insert(job))) return null;
    const { plan } = given.workflow;
    await this.effects.follow({ job, plan, state: first.state }, first.entries);
    return job;
  }

  /** A job that is there began when it might: it is answered, whoever has lost the right since. */
  private async unlessMayStart({ id, workflow, ...given }: JobToCreate): Promise<StoredJob | null> {
    const { startedBy, startedWith: limits } = given.startedFor ?? given;
    const account = startedBy && { id: startedBy.id, limits };
    try {
      const { groups } = workflow.document;
      await this.rights.assertMayStart(account, { name: workflow.name, groups });
      return null;
    } catch (error) {
      const present = await this.jobs.find(id);
      if (present) return present;
      throw error;
    }
  }

  private documentOf(
    given: JobToCreate,
    { state, entries, stored }: FirstStep,
    startedAt: Date,
  ): StoredJob {
    const { workflow, parent } = given;
    const now = this.clock.now();
    const family = familyOf(given);
    return {
      _id: given.id,
      rev: FIRST_REV,
      ...derivedFieldsOf(workflow.plan, state, {
        now,
        hasOutbox: entries.length > 0,
        depth: family.ancestors.length,
      }),
      name: workflow.name,
      workflowId: workflow.id,
      planId: workflow.planId,
      ...guardedByAll([...given.guards, gbacOf(workflow.document['groups'])]),
      parent: parent && placeOf(parent),
      parentRev: 0,
      mendedRev: 0,
      ...family,
      startedBy: given.startedBy,
      startedWith: given.startedWith,
      answerable: answerableOf(given),
      automationId: given.automationId,
      triggerId: given.triggerId,
      chain: given.chain,
      watchers: given.startedBy ? [given.startedBy.username] : [],
      startedAt,
      mocks: given.mocks,
      ...stored,
    };
  }

  private async present(jobId: string): Promise<StoredJob> {
    const job = await this.jobs.find(jobId);
    invariant(job, 'a job that could not be inserted is there');
    return job;
  }
}

/** Of a job that has not begun. */
function stateOf({ id, workflow: { plan, document }, ...given }: JobToCreate): JobState {
  const initiator = given.startedBy?.username ?? SYSTEM_ACTOR_WORDS.interface;
  const variables = { ...given.variables, ...toValueRefs({ _id: id, initiator }) };
  const own = document['description'];
  const description = given.description || (typeof own === 'string' ? own : '');
  return initialState(plan, variables, description);
}

/** A job that the platform runs is answered for by whom it runs for. */
function answerableOf({
  workflow,
  startedFor,
  ...given
}: JobToCreate): readonly ResponsibleAccount[] {
  const { startedBy: above = null, startedWith: limits = null } = startedFor ?? {};
  return distinctAccounts([
    ...(given.answerable ?? []),
    ...(given.startedBy || !above ? [] : [{ id: above.id, limits }]),
    ...(workflow.writer ? [workflow.writer] : []),
  ]);
}

function placeOf({ jobId, iteration, task, index }: ParentOfJob): ParentOfJob {
  return { jobId, iteration, task, index };
}

function familyOf({
  id,
  parent,
  startedBy,
}: JobToCreate): Pick<
  StoredJob,
  'ancestors' | 'rootId' | 'rootStarter' | 'canceledFromAbove' | 'descendants'
> {
  const ancestors = [...(parent?.ancestors ?? []), id];
  return {
    ancestors,
    rootId: ancestors[0] ?? id,
    rootStarter: parent?.rootStarter ?? startedBy?.id ?? '',
    canceledFromAbove: null,
    descendants: 0,
  };
}

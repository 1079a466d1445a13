import { Injectable } from '@nestjs/common';
import { guardedByAll } from '../../../kernel/gbac.js';
import { invariant } from '../../../kernel/invariant.js';
import { Clock } from '../../../kernel/clock.js';
import { SYSTEM_ACTOR_WORDS } from '../../../kernel/dialect-words.js';
import { WorkflowRightsService } from '../../content/workflows/workflow-rights.service.js';
import { StartAdmissionService } from '../admission/start-admission.service.js';
import { type ValueRefs } from '../../../cores/engine/value-ref.js';
import { type JobState } from '../../../cores/engine/job-state.js';
import { initialState } from '../../../cores/engine/step.js';
import { gbacOf } from '../../../kernel/document-groups.js';
import { type ResponsibleAccount, distinctAccounts } from '../../../kernel/responsible-account.js';
import { ChildRefused } from './child-refused.js';
import { ValueCodecService } from '../store/values/value-codec.service.js';
import { heldValues } from '../store/values/value-refs.js';
import { rowOf } from '../store/job-row.js';
import { JobSecretListsService } from '../store/values/job-secret-lists.service.js';
import {
  JobStateCodecService,
  type OutboxEntry,
  type WrittenStep,
} from '../store/values/job-state-codec.service.js';
import { keptAfter } from '../store/values/stored-bytes.js';
import { JobValuesService } from '../store/values/job-values.service.js';
import { JobsRepository } from '../store/jobs.repository.js';
import { type NewJob } from './new-job.js';
import { PlansService } from '../store/plans.service.js';
import { StepBuilderService } from './step-builder.service.js';
import { StepEffectsService } from './step-effects.service.js';
import { type ParentOfJob, type StoredJob } from '../store/stored-job.js';
import { ValueQuotaService } from '../store/values/value-quota.service.js';
import { type WorkflowToRun, WorkflowsToRunService } from './workflows-to-run.service.js';

/** A job that is to begin, with variables of which some may be secret. */
export type HeldNewJob = Omit<NewJob, 'workflow' | 'variables' | 'mocks'> & {
  readonly workflow: WorkflowToRun;
  readonly variables: ValueRefs;
  /** As `ValueCodecService.encodeDocument` writes them. */
  readonly mocks: string | null;
  /** What the parent knows to be secret, sealed; null without one. */
  readonly secrets: string | null;
};

/** Creates jobs and runs their first step; children are stored alone, and begin when it is their turn. */
@Injectable()
export class JobFactoryService {
  // eslint-disable-next-line max-params -- rights, workflows, storage, values, steps and what follows: one of each
  constructor(
    private readonly admission: StartAdmissionService,
    private readonly rights: WorkflowRightsService,
    private readonly workflows: WorkflowsToRunService,
    private readonly plans: PlansService,
    private readonly jobs: JobsRepository,
    private readonly texts: JobStateCodecService,
    private readonly held: ValueCodecService,
    private readonly secrets: JobSecretListsService,
    private readonly values: JobValuesService,
    private readonly maker: StepBuilderService,
    private readonly quota: ValueQuotaService,
    private readonly effects: StepEffectsService,
    private readonly clock: Clock,
  ) {}

  /**
   * Creates a job and runs what can run at once. A second one of the same id is the job that is there.
   * @throws AppError `not-found` for an absent workflow; `invalid-input` as `heldValues`; `forbidden`
   *   for one of other groups (`not-startable`); `conflict` for a draft (`workflow-draft`);
   *   `unavailable` while the platform is in maintenance (`maintenance`) or runs as many as it may
   *   (`too-many-jobs`), or the starter's jobs keep as much as they may (`job-values-full`).
   */
  async create(job: NewJob): Promise<StoredJob> {
    return this.createOf(await this.workflows.get(job.workflow), job);
  }

  /** The same, of a workflow that was found already. */
  async createOf(workflow: WorkflowToRun, job: Omit<NewJob, 'workflow'>): Promise<StoredJob> {
    const variables = heldValues(job.variables, this.plans.isSecretName);
    const asked = { workflowId: workflow.id, starterId: job.startedBy?.id ?? null };
    return this.admission.admitted(asked, async () => {
      await this.quota.assertRoom(asked.starterId ?? '');
      const mocks = job.mocks && this.held.encodeDocument(job.mocks);
      return this.begin({ ...job, workflow, variables, mocks, secrets: null });
    });
  }

  /**
   * Stores a job that begins when it is its turn, on whichever node. Every start is judged here or in `begin`.
   * @returns false when there is one of this id.
   * @throws AppError `forbidden` (`not-startable`)
   * @throws ChildRefused when there is no room for its variables.
   */
  async createQueued(given: HeldNewJob): Promise<boolean> {
    if (await this.unlessMayStart(given)) return false;
    const { id: jobId, workflow } = given;
    const { rootStarter } = familyOf(given);
    const made = { state: stateOf(given), commands: [] };
    const known = this.secrets.open(given.secrets);
    const written = this.texts.write({ jobId, plan: workflow.plan }, made, known);
    const hasRoom = await this.quota.hasRoom(rootStarter);
    if (!hasRoom || !(await this.values.put(written.files, rootStarter))) {
      if (await this.jobs.find(jobId)) return false;
      throw new ChildRefused(this.quota.refusal);
    }
    const job = this.documentOf(given, written, this.clock.now());
    await this.quota.noteKept(job);
    if (!(await this.jobs.insert(job))) return false;
    await this.effects.follow({ job, plan: workflow.plan, state: written.state }, []);
    return true;
  }

  /** @throws AppError `forbidden` (`not-startable`) */
  private async begin(given: HeldNewJob): Promise<StoredJob> {
    return (await this.unlessMayStart(given)) ?? this.beginAllowed(given);
  }

  private async beginAllowed(given: HeldNewJob): Promise<StoredJob> {
    const { plan } = given.workflow;
    const startedAt = this.clock.now();
    const first = await this.firstStep(given);
    const job = this.documentOf(given, first, startedAt);
    await this.quota.noteKept(job);
    if (!(await this.jobs.insert(job))) return this.present(job._id);
    await this.effects.follow({ job, plan, state: first.state }, entriesOf(first));
    return job;
  }

  /** A job that is there began when it might: it is answered, whoever has lost the right since. */
  private async unlessMayStart({ id, workflow, ...given }: HeldNewJob): Promise<StoredJob | null> {
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

  /** The first step is computed before anything but large values is written. */
  private async firstStep(given: HeldNewJob): Promise<WrittenStep> {
    const { id, workflow, mocks, parent } = given;
    const { plan } = workflow;
    const job = { name: workflow.name, parent, mocks };
    const basis = { jobId: id, job, plan, state: stateOf(given), pending: [] };
    const { rootStarter } = familyOf(given);
    const of = { rootStarter, secrets: given.secrets, isTold: () => true };
    const made = await this.maker.make(basis, { kind: 'start' }, of);
    invariant(made.kind === 'made', 'a new job takes its start');
    return made.written;
  }

  private documentOf(given: HeldNewJob, first: WrittenStep, startedAt: Date): StoredJob {
    const { workflow, parent } = given;
    const now = this.clock.now();
    const entries = entriesOf(first);
    const family = familyOf(given);
    return {
      _id: given.id,
      rev: FIRST_REV,
      ...rowOf(workflow.plan, first.state, {
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
      secrets: this.secrets.seal(first.secrets),
      state: first.stateText,
      ...keptAfter(null, first),
      outbox: this.texts.writeOutbox(entries, first.secrets),
    };
  }

  private async present(jobId: string): Promise<StoredJob> {
    const job = await this.jobs.find(jobId);
    invariant(job, 'a job that could not be inserted is there');
    return job;
  }
}

const FIRST_REV = 1;

/** What the first step has asked for. */
function entriesOf({ commands }: WrittenStep): readonly OutboxEntry[] {
  return commands.length > 0 ? [{ rev: FIRST_REV, commands }] : [];
}

/** Of a job that has not begun. */
function stateOf({ id, workflow: { plan, document }, ...given }: HeldNewJob): JobState {
  const initiator = given.startedBy?.username ?? SYSTEM_ACTOR_WORDS.interface;
  const variables = { ...given.variables, ...heldValues({ _id: id, initiator }) };
  const own = document['description'];
  const description = given.description || (typeof own === 'string' ? own : '');
  return initialState(plan, variables, description);
}

/** A job that the platform runs is answered for by whom it runs for. */
function answerableOf({
  workflow,
  startedFor,
  ...given
}: HeldNewJob): readonly ResponsibleAccount[] {
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
}: HeldNewJob): Pick<
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

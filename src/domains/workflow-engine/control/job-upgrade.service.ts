import { createHash } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { AppError, conflict, notFound } from '../../../kernel/app-error.js';
import { type Canonical, canonicalJson } from '../../../kernel/canonical-json.js';
import { jsonPointer } from '../../../kernel/json-pointer.js';
import { type Principal } from '../../../kernel/principal.js';
import { assertMayUseWorkflow } from '../../../kernel/workflow-access.js';
import { noteChange } from '../../../platform/audit/request-notes.js';
import { type UpgradeBlocker } from '../../../cores/engine/upgrading/upgrade-blockers.js';
import { type Upgrade, upgradeOf } from '../../../cores/engine/upgrading/upgrade.js';
import { WorkflowRightsService } from '../../content/workflows/workflow-rights.service.js';
import { JobReaderService } from '../listing/job-reader.service.js';
import { JobStepsService } from '../runner/job-steps.service.js';
import { refusalOf } from '../runner/upgraded-job.js';
import { type WorkflowToRun, WorkflowsToRunService } from '../runner/workflows-to-run.service.js';
import { PlansService } from '../store/plans.service.js';
import { stateOf, type StoredJob } from '../store/stored-job.js';
import { auditedJob } from './audited-job.js';
import { repairerOf } from './job-control.service.js';
import { type JobUpgrade, type WantedUpgrade } from './job-upgrade.js';
import { shownTasks } from './shown-upgraded-tasks.js';

/** Moves jobs that stand to the present version of their workflows. */
@Injectable()
export class JobUpgradeService {
  constructor(
    private readonly reader: JobReaderService,
    private readonly plans: PlansService,
    private readonly workflows: WorkflowsToRunService,
    private readonly rights: WorkflowRightsService,
    private readonly steps: JobStepsService,
  ) {}

  /**
   * Shows what would change, or changes it.
   * @throws AppError `not-found` for the job or its workflow; `forbidden` for who may not start the workflow;
   *   `conflict` for a draft, another plan than the one that was shown, and a job that cannot go over.
   */
  async upgrade(
    id: string,
    { dryRun, planHash }: WantedUpgrade,
    principal: Principal,
  ): Promise<JobUpgrade> {
    const job = await this.reader.controllable(id, principal);
    const { plan } = await this.plans.get(job.planId);
    const to = await this.workflowOf(job, principal);
    const upgrade = upgradeOf(plan, stateOf(job), to.plan);
    const shown = { ...shownUpgrade(job, to, upgrade), tasks: shownTasks(plan, to.plan, upgrade) };
    if (dryRun) return { ...shown, dryRun };
    if (planHash !== undefined && planHash !== shown.planHash) throw planChanged(shown);
    if (upgrade.blockers.length > 0) throw notUpgradable(shown, upgrade.blockers);
    if (shown.isCurrent) return { ...shown, dryRun };
    const status = await this.apply(job, to, principal);
    return { ...shown, dryRun, status, isCurrent: true };
  }

  private async apply(
    job: StoredJob,
    to: WorkflowToRun,
    principal: Principal,
  ): Promise<StoredJob['status']> {
    const stepped = await this.steps.upgrade(job, to, repairerOf(principal));
    if (stepped.kind === 'absent') throw notFound('Job', job._id);
    if (stepped.kind === 'refused') throw conflict(stepped.message, stepped.code);
    const { status } = stepped.job;
    noteChange({
      object: auditedJob(stepped.job),
      before: { status: job.status, plan: job.planId },
      after: { status, plan: to.planId, action: 'upgrade' },
    });
    return status;
  }

  /** Whoever moves the job, and whoever it runs for, may start what it runs from then on. */
  private async workflowOf(job: StoredJob, principal: Principal): Promise<WorkflowToRun> {
    const to = await this.workflows.get(job.workflowId ?? job.name);
    const used = { name: to.name, groups: to.document['groups'] };
    assertMayUseWorkflow('start', principal, used);
    const { startedBy, startedWith: limits } = job;
    if (startedBy) await this.rights.assertMayStart({ id: startedBy.id, limits }, used);
    return to;
  }
}

function shownUpgrade(
  job: StoredJob,
  to: WorkflowToRun,
  { tasks, kept, blockers, state }: Upgrade,
): Omit<JobUpgrade, 'dryRun' | 'tasks'> {
  const facts = { from: job.planId, to: to.planId, tasks, kept, blockers };
  const text = canonicalJson(facts as unknown as Canonical);
  return {
    job: job._id,
    workflow: to.name,
    planHash: createHash('sha256').update(text).digest('hex'),
    isCurrent: job.planId === to.planId,
    status: state?.status ?? job.status,
    kept: [...kept],
    blockers: blockers.map(toBlocker),
  };
}

function toBlocker({ task, detail }: UpgradeBlocker): JobUpgrade['blockers'][number] {
  return { task, pointer: task === null ? '#' : jsonPointer(['tasks', task]), detail };
}

function notUpgradable(
  { blockers }: Pick<JobUpgrade, 'blockers'>,
  found: readonly UpgradeBlocker[],
): AppError {
  const { code, message } = refusalOf(found);
  const told = blockers.map(({ task, pointer, detail }) => ({ task, pointer, detail }));
  return new AppError('conflict', message, { code, current: { blockers: told } });
}

function planChanged({ planHash }: Pick<JobUpgrade, 'planHash'>): AppError {
  return new AppError('conflict', 'The job or its workflow has changed since it was shown', {
    code: 'plan-changed',
    errors: [{ pointer: '#/planHash', detail: 'is the one of another plan' }],
    current: { planHash },
  });
}

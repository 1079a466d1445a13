import { type StepResult } from '../../../cores/engine/step.js';
import { upgradeOf } from '../../../cores/engine/upgrading/upgrade.js';
import { distinctAccounts, type ResponsibleAccount } from '../../../kernel/responsible-account.js';
import { type StepBasis } from './step-runner.service.js';
import { type StoredJob } from '../store/stored-job.js';
import { type WorkflowToRun } from './workflows-to-run.service.js';

/** A job as a step finds it that goes over to another version of its workflow, or why it cannot. */
export type UpgradedBasis =
  | { readonly kind: 'upgraded'; readonly basis: StepBasis }
  | Extract<StepResult, { readonly kind: 'refused' }>;

export function upgradedBasis(basis: StepBasis, { plan }: WorkflowToRun): UpgradedBasis {
  // What it has asked for names tasks by their places in the plan that it had.
  if (basis.pending.length > 0) {
    const message = 'what the job has asked for is still being carried out: try again';
    return { kind: 'refused', code: 'still-active', message };
  }
  const { state, blockers } = upgradeOf(basis.plan, basis.state, plan);
  if (!state) return { kind: 'refused', ...refusalOf(blockers) };
  return { kind: 'upgraded', basis: { ...basis, plan, state } };
}

const NOTHING = { task: null, detail: '' };

/** Why a job cannot go over: its status, or tasks. */
export function refusalOf(blockers: ReturnType<typeof upgradeOf>['blockers']): {
  readonly code: 'wrong-state' | 'not-upgradable';
  readonly message: string;
} {
  const [{ task, detail } = NOTHING] = blockers;
  if (task === null) return { code: 'wrong-state', message: detail };
  const more = blockers.length > 1 ? ` (and ${blockers.length - 1} more)` : '';
  return { code: 'not-upgradable', message: `task '${task}' ${detail}${more}` };
}

/** What the record of a job says of the version that it runs by: its writer answers for what it does. */
export function upgradedFields(
  { answerable = [] }: StoredJob,
  to: WorkflowToRun | undefined,
  repairer: ResponsibleAccount | undefined,
): Partial<Pick<StoredJob, 'name' | 'workflowId' | 'planId' | 'answerable'>> {
  if (!repairer) return {};
  const writers = to?.writer ? [to.writer] : [];
  return {
    answerable: distinctAccounts([...answerable, repairer, ...writers]),
    ...(to && { name: to.name, workflowId: to.id, planId: to.planId }),
  };
}

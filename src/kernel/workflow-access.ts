import { AppError } from './app-error.js';
import { gbacOf } from './document-groups.js';
import { isForEveryone, mayWrite } from './gbac.js';
import { type JsonValue } from './json.js';
import { type Principal } from './principal.js';

/** What somebody wants with a workflow. Reading one takes the role alone, whatever groups it names. */
export type WorkflowUse = 'start' | 'change';

/** A workflow, as far as it says who may use it. */
export interface UsedWorkflow {
  readonly name: string;
  /** `groups` of its document. */
  readonly groups: JsonValue | undefined;
}

const REFUSALS = {
  start: { words: 'is started', code: 'not-startable' },
  change: { words: 'is changed', code: 'not-writable' },
} as const satisfies Record<WorkflowUse, object>;

/** Whether the workflow names groups: then it is for their members and for administrators. */
export function isRestricted({ groups }: UsedWorkflow): boolean {
  return !isForEveryone(gbacOf(groups));
}

/**
 * Who may start and change a workflow, for every way that leads there.
 * @param principal null for nobody: the platform itself, or an account that is gone.
 */
export function mayUseWorkflow(principal: Principal | null, workflow: UsedWorkflow): boolean {
  if (!isRestricted(workflow)) return true;
  const gbac = gbacOf(workflow.groups);
  return principal !== null && mayWrite(principal, 'WorkFlowEngine', gbac).admitted;
}

/** @throws AppError `forbidden`, code `not-startable` or `not-writable`, where `mayUseWorkflow` does not admit. */
export function assertMayUseWorkflow(
  use: WorkflowUse,
  principal: Principal | null,
  workflow: UsedWorkflow,
): void {
  if (mayUseWorkflow(principal, workflow)) return;
  const { words, code } = REFUSALS[use];
  const detail = `Workflow '${workflow.name}' ${words} by members of its groups only`;
  throw new AppError('forbidden', detail, { code });
}

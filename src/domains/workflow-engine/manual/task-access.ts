import { mayRead, passingRole } from '../../../kernel/gbac.js';
import { notFound } from '../../../kernel/app-error.js';
import { type Principal } from '../../../kernel/principal.js';
import { type StoredManualTask } from './stored-manual-task.js';

/** Whether somebody may see a manual task, and so work it: by the groups of its job and its own. */
export function mayWork(
  principal: Principal,
  { gbac, manual }: Pick<StoredManualTask, 'gbac' | 'manual'>,
): boolean {
  if (!mayRead(principal, 'WorkFlowEngine', gbac).admitted) return false;
  if (manual.groups.length === 0 || isAdmin(principal)) return true;
  return principal.groups.some(({ id }) => manual.groups.includes(id));
}

/** @throws AppError `not-found`: nobody learns of a task that is not theirs to work. */
export function assertMayWork(
  principal: Principal,
  task: StoredManualTask | null,
  id: string,
): asserts task is StoredManualTask {
  if (!task || !mayWork(principal, task)) throw notFound('Task', id);
}

/** Administrators pass over groups, and over whoever has a task. */
export function isAdmin(principal: Principal): boolean {
  return passingRole(principal, 'WorkFlowEngine') !== undefined;
}

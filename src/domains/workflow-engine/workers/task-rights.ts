import { mayCall, rolesOf } from '../../../api/access/may-call.js';
import { type OperationId, operationSpec } from '../../../api/operations/operations.js';
import { AppError } from '../../../kernel/app-error.js';
import { type Principal } from '../../../kernel/principal.js';

/** In whose name a task runs, as far as rights go: all of them must be admitted. Nobody for the platform itself. */
export interface TaskUsers {
  /** Whoever the task runs for: its actor, or who started the job where the platform acts. */
  readonly actor: Principal | null;
  /** Who wrote the workflow last, and those above it, and who mended the job. */
  readonly others: readonly Principal[];
  /** Ids of the roles to which the credential of the actor is held; null and absent for all that he has. */
  readonly limits?: readonly string[] | null;
}

/** What only reads gives the reader nothing of the platform but an answer: the actor alone is judged. */
export function usersOf({ actor, others }: TaskUsers, isReading: boolean): readonly Principal[] {
  return [...(actor ? [actor] : []), ...(isReading ? [] : others)];
}

/** Why a task may not do what the operation does; undefined where it may. */
export function lackOf(users: TaskUsers, id: OperationId): string | undefined {
  const spec = operationSpec(id);
  const refused = usersOf(users, spec.method === 'GET').find((user) => !mayCall(user, id));
  if (!refused) return undefined;
  const roles = rolesOf(id).join(', ');
  const who = refused === users.actor ? 'for whom it runs' : 'who answers for the workflow as well';
  return `The task does what ${id} does, which takes one of the roles ${roles}: '${refused.username}', ${who}, has none of them`;
}

/** @throws AppError `forbidden`, code `task-not-admitted`, for tasks that may not do what the operation does. */
export function assertMayDo(users: TaskUsers, id: OperationId): void {
  const lack = lackOf(users, id);
  if (lack !== undefined) throw new AppError('forbidden', lack, { code: 'task-not-admitted' });
}

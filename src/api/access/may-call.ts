import { AppError } from '../../kernel/app-error.js';
import { holdsAnyRole, type Principal } from '../../kernel/principal.js';
import { type OperationSpec } from '../operations/operation-spec.js';

/** True for rows that admit everyone, signed in or not. */
export function isOpen({ access }: OperationSpec): boolean {
  return typeof access === 'object' && 'open' in access;
}

/**
 * The access rule, in one place: the guard enforces it and `GET /whoami` reports it. Admin is no
 * magic word, it counts where the row names it. A role counts when it belongs to the whole platform
 * or to the application that owns the operation.
 */
export function mayCall(principal: Principal, spec: OperationSpec): boolean {
  const { access, application } = spec;
  if (access === 'signed-in') return true;
  return 'open' in access || holdsAnyRole(principal, application, access.roles);
}

/** @throws AppError `forbidden` when the rule does not admit the caller. */
export function assertMayCall(
  principal: Principal | undefined,
  { id, spec }: { readonly id: string; readonly spec: OperationSpec },
): void {
  if (principal && mayCall(principal, spec)) return;
  const { access, application } = spec;
  const admitted = typeof access === 'object' && 'roles' in access ? access.roles.join(', ') : '';
  const ways = `${admitted}, of ${application} or of the whole platform`;
  throw new AppError(
    'forbidden',
    `None of your roles admits you to ${id}; it takes one of ${ways}`,
  );
}

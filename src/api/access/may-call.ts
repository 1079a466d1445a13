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

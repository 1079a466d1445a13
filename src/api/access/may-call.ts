import { AppError } from '../../kernel/app-error.js';
import { holdsAnyRole, type Principal, type RoleName } from '../../kernel/principal.js';
import { type OperationSpec } from '../operations/operation-spec.js';
import { type OperationId, operationSpec } from '../operations/operations.js';

/** A row of the operations table, and its id. */
export interface NamedOperation {
  readonly id: string;
  readonly spec: OperationSpec;
}

/** True for rows that admit everyone, signed in or not. */
export function isOpen({ access }: OperationSpec): boolean {
  return typeof access === 'object' && 'open' in access;
}

/**
 * The access rule, in one place: the guard enforces it and `GET /whoami` reports it. Admin is no
 * magic word, it counts where the row names it. A role counts when it belongs to the whole platform
 * or to the application that owns the operation; a custom role where it lists the operation.
 */
export function isAdmitted(
  { roles }: Pick<Principal, 'roles'>,
  operation: NamedOperation,
): boolean {
  const { access, application } = operation.spec;
  if (access === 'signed-in' || 'open' in access) return true;
  if (holdsAnyRole({ roles }, application, access.roles)) return true;
  return roles.some(({ methods }) => methods?.includes(operation.id) === true);
}

/** Whether the caller is admitted to an operation of the table. */
export function mayCall(principal: Pick<Principal, 'roles'>, id: OperationId): boolean {
  return isAdmitted(principal, { id, spec: operationSpec(id) });
}

/** The roles that an operation of the table names; none where it is open, or for everybody who is signed in. */
export function rolesOf(id: OperationId): readonly RoleName[] {
  return rolesNamed(operationSpec(id));
}

/** @throws AppError `forbidden` when the rule does not admit the caller. */
export function assertMayCall(principal: Principal | undefined, operation: NamedOperation): void {
  if (principal && isAdmitted(principal, operation)) return;
  const { application } = operation.spec;
  const admitted = rolesNamed(operation.spec).join(', ');
  const ways = `${admitted}, of ${application} or of the whole platform, or a custom role that lists it`;
  throw new AppError(
    'forbidden',
    `None of your roles admits you to ${operation.id}; it takes one of ${ways}`,
  );
}

function rolesNamed({ access }: OperationSpec): readonly RoleName[] {
  return typeof access === 'object' && 'roles' in access ? access.roles : [];
}

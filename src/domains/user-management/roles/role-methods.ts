import { mayCall } from '../../../api/access/may-call.js';
import {
  BUILT_OPERATIONS,
  type OperationId,
  operationSpec,
} from '../../../api/operations/operations.js';
import { toHeldRole } from '../identities/to-held-role.js';
import { type Role } from '../stored/role.js';
import { type AllowedMethod, type Method } from './roles.dto.js';

/** The operations as existing clients list them: `methods` that a role may allow. */
export const METHODS: readonly Method[] = BUILT_OPERATIONS.map((name) => {
  const { application, path, method: verb, summary: description } = operationSpec(name);
  const route = { path: path.slice(1), fullPath: path, verb };
  return { provenance: application, name, description, deprecated: false, route };
}).toSorted(({ name: a }, { name: b }) => (a < b ? -1 : 1));

/** The operations that holders of a role may call because of it. */
export function allowedMethods(
  role: Pick<Role, '_id' | 'provenance' | 'name' | 'methods'>,
): readonly AllowedMethod[] {
  const roles = [toHeldRole(role)];
  const allows = (operation: OperationId): boolean => {
    const { access } = operationSpec(operation);
    return typeof access === 'object' && 'roles' in access && mayCall({ roles }, operation);
  };
  return METHODS.filter((method) => allows(method.name as OperationId)).map(
    ({ name: operation, provenance: application }) => ({
      name: operation,
      provenance: application,
    }),
  );
}

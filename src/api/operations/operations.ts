import { AUDIT_OPERATIONS } from './audit.js';
import { CATALOGUE_OPERATIONS } from './catalogue.js';
import { CREDENTIAL_OPERATIONS } from './credentials.js';
import { EXTERNAL_SIGN_IN_OPERATIONS } from './external-sign-in.js';
import { INTEGRATION_OPERATIONS } from './integrations.js';
import { INTERFACE_OPERATIONS } from './interface.js';
import { type OperationSpec } from './operation-spec.js';
import { OPERATIONAL_OPERATIONS } from './operational.js';
import { PROFILE_OPERATIONS } from './profiles.js';
import { SIGN_IN_OPERATIONS } from './sign-in.js';
import { USER_OPERATIONS } from './users.js';

/** Every operation there is. A route that is not here is refused. */
export const OPERATIONS = {
  ...INTERFACE_OPERATIONS,
  ...SIGN_IN_OPERATIONS,
  ...EXTERNAL_SIGN_IN_OPERATIONS,
  ...USER_OPERATIONS,
  ...CREDENTIAL_OPERATIONS,
  ...AUDIT_OPERATIONS,
  ...CATALOGUE_OPERATIONS,
  ...PROFILE_OPERATIONS,
  ...INTEGRATION_OPERATIONS,
  ...OPERATIONAL_OPERATIONS,
} as const;

export type OperationId = keyof typeof OPERATIONS;

/** The row of an operation, widened to what every row may hold. */
export function operationSpec(id: OperationId): OperationSpec {
  return OPERATIONS[id];
}

/** Ids of the operations that are mounted. */
export const BUILT_OPERATIONS = (Object.keys(OPERATIONS) as OperationId[]).filter(
  (id) => operationSpec(id).state === 'built',
);

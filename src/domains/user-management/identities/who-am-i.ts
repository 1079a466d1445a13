import { mayCall } from '../../../api/access/may-call.js';
import { BUILT_OPERATIONS, operationSpec } from '../../../api/operations/operations.js';
import { type HeldGroup, type Principal } from '../../../kernel/principal.js';

/** The caller as `GET /whoami` shows it. */
export interface WhoAmI {
  readonly id: string;
  readonly provenance: string;
  readonly username: string;
  readonly firstname: string;
  readonly groups: readonly HeldGroup[];
  /** Ids of the operations that are open to the caller, by application. */
  readonly methods: Readonly<Record<string, readonly string[]>>;
  /** Ids of the roles that the caller holds. */
  readonly roles: readonly string[];
}

/** What the platform knows of a caller, by the same rule that the guard enforces. */
export function whoAmI(principal: Principal): WhoAmI {
  const { id, provenance, username, firstname, groups, roles } = principal;
  return {
    id,
    provenance,
    username,
    firstname,
    groups,
    methods: openMethods(principal),
    roles: roles.map((role) => role.id),
  };
}

function openMethods(principal: Principal): Readonly<Record<string, readonly string[]>> {
  const open = BUILT_OPERATIONS.filter((id) => mayCall(principal, id));
  const applications = [...new Set(open.map((id) => operationSpec(id).application))];
  return Object.fromEntries(
    applications.map((application) => [
      application,
      open.filter((id) => operationSpec(id).application === application),
    ]),
  );
}

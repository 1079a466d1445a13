import { mayCall } from '../../../api/access/may-call.js';
import { BUILT_OPERATIONS } from '../../../api/operations/operations.js';
import { ADMIN_ROLE } from '../../../kernel/gbac.js';
import { type HeldRole, PLATFORM_PROVENANCE } from '../../../kernel/principal.js';

/** What the rule looks at of a role, held or given. */
export type NamedRole = Omit<HeldRole, 'id'>;

/** What a change of an account or a group does to the roles that it gives. */
export interface RoleChange {
  /** The roles that it can give now and after the change, as if everything were active. */
  readonly before: readonly NamedRole[];
  readonly after: readonly NamedRole[];
  /** Lets somebody use what is given already: another password, activation, another name. */
  readonly takesOver: boolean;
}

/**
 * The roles that a caller would have to hold for this change and does not; none when he may make it.
 * One rule for every door (ADR 0072): who holds the platform's role admin may grant anything. Anybody
 * else grants roles that he holds, custom roles also whose operations he may all call, and no others; and
 * leaves alone what gives the platform's admin.
 */
export function rolesLacking(
  held: readonly NamedRole[],
  { before, after, takesOver }: RoleChange,
): readonly NamedRole[] {
  if (held.some(isPlatformAdmin)) return [];
  const granted = takesOver ? after : after.filter((role) => !before.some(isSame(role)));
  const needed = [...before.filter(isPlatformAdmin), ...granted];
  const lacking = needed.filter(
    (role) => !held.some((one) => covers(one, role)) && !coversMethods(held, role),
  );
  return lacking.filter((role, at) => lacking.findIndex(isSame(role)) === at);
}

/** The operations that a caller may not call, and so may give to nobody by a custom role. */
export function methodsLacking(
  held: readonly NamedRole[],
  methods: readonly string[],
): readonly string[] {
  if (held.some(isPlatformAdmin)) return [];
  const roles = held.map((role) => ({ id: '', ...role }));
  // What was an operation once, and is none any more, gives nothing.
  return BUILT_OPERATIONS.filter((id) => methods.includes(id) && !mayCall({ roles }, id));
}

function coversMethods(held: readonly NamedRole[], { methods }: NamedRole): boolean {
  return methods !== undefined && methodsLacking(held, methods).length === 0;
}

/** A role of the platform counts in every application, so it covers the same name in each. */
function covers(held: NamedRole, role: NamedRole): boolean {
  return (
    held.name === role.name &&
    (held.provenance === role.provenance || held.provenance === PLATFORM_PROVENANCE)
  );
}

function isSame(role: NamedRole): (other: NamedRole) => boolean {
  return ({ provenance, name }) => provenance === role.provenance && name === role.name;
}

/** Whether the role is the one that administers the whole platform. */
export function isPlatformAdmin({ provenance, name }: NamedRole): boolean {
  return provenance === PLATFORM_PROVENANCE && name === ADMIN_ROLE;
}

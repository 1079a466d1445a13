import { foldText } from '../../../kernel/folded-text.js';
import { ADMIN_ROLE } from '../../../kernel/gbac.js';
import { PLATFORM_PROVENANCE, type Principal } from '../../../kernel/principal.js';
import { type Account } from '../stored/account.js';
import { type AdminGroup } from '../stored/authentication-settings.js';
import { type Group } from '../stored/group.js';
import { reachableGroups } from '../stored/reachable-groups.js';
import { type Role } from '../stored/role.js';
import { toHeld, toHeldRole } from './to-held-role.js';

/** What is known about an account and the groups and roles it may reach. */
export interface AccessSources {
  readonly account: Pick<Account, 'inactive' | 'memberOf' | 'assignedRoles'>;
  /** At least every group that can be reached. */
  readonly groups: readonly Group[];
  /** At least every role that can be reached, and the platform's admin. */
  readonly roles: readonly Role[];
  readonly adminGroups: readonly AdminGroup[];
}

/** What an account has in the end. */
export interface EffectiveAccess {
  readonly groups: readonly Group[];
  readonly roles: readonly Role[];
}

/**
 * The groups and roles that count for an account: its own, and those of every group it reaches by
 * membership. Whatever is inactive gives nothing and leads nowhere; references that lead to nothing
 * are passed over; cycles are walked once.
 */
export function effectiveAccess(sources: AccessSources): EffectiveAccess {
  const { account, roles } = sources;
  if (account.inactive) return { groups: [], roles: [] };
  const groups = reachableGroups(account.memberOf, sources.groups);
  const held = new Set([
    ...account.assignedRoles,
    ...groups.flatMap(({ assignedRoles }) => assignedRoles),
  ]);
  const isAdmin = groups.some((group) => isNamed(group, sources.adminGroups));
  return {
    groups,
    roles: roles.filter((role) => held.has(role._id) || (isAdmin && isPlatformAdmin(role))),
  };
}

/** The account as the guards know it. */
export function toPrincipal(
  account: Pick<Account, '_id' | 'provenance' | 'username' | 'firstname'>,
  { groups, roles }: EffectiveAccess,
): Principal {
  return {
    id: account._id,
    provenance: account.provenance,
    username: account.username,
    firstname: account.firstname,
    groups: groups.map(toHeld),
    roles: roles.map(toHeldRole),
  };
}

/** Whether the profile names the group as one of administrators. */
export function isNamed(group: Group, admins: readonly AdminGroup[]): boolean {
  return admins.some(
    (named) => named.provenance === group.provenance && foldText(named.group) === group.nameFolded,
  );
}

function isPlatformAdmin(role: Role): boolean {
  return role.provenance === PLATFORM_PROVENANCE && role.nameFolded === ADMIN_ROLE;
}

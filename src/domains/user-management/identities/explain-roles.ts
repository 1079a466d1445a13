import { type NamedOperation } from '../../../api/access/may-call.js';
import { type OperationSpec } from '../../../api/operations/operation-spec.js';
import { ADMIN_ROLE } from '../../../kernel/gbac.js';
import { PLATFORM_PROVENANCE, type RoleName } from '../../../kernel/principal.js';
import { type Group } from '../stored/group.js';
import { type Role } from '../stored/role.js';
import { type AccessReason, type PathStep } from './access-explanation.js';
import { type AccessSources, isNamed } from './effective-access.js';
import { toHeld } from './to-held-role.js';

/** An account as far as it is explained. */
export type ExplainedAccount = AccessSources['account'] & {
  readonly _id: string;
  readonly username: string;
};

/** What access to an operation is explained from. */
export interface RoleSources extends Omit<AccessSources, 'account'> {
  readonly account: ExplainedAccount;
  readonly operation: Pick<NamedOperation, 'id'>;
  readonly application: OperationSpec['application'];
  readonly admitted: readonly RoleName[];
}

const PROFILE_ADMINS = 'authenticationProps.admins';

/** The account itself (no groups) or a group, with the way to it. */
interface Holder {
  readonly groups: readonly Group[];
  readonly roles: readonly string[];
}

/**
 * Every way on which the account comes by a role that is wanted here, or fails to: shortest ways
 * first, those that admit before those that do not.
 */
export function roleReasons(sources: RoleSources): readonly AccessReason[] {
  const { account } = sources;
  const own: Holder = { groups: [], roles: account.assignedRoles };
  const active = waysTo(account.memberOf, sources.groups, false);
  const dead = [...waysTo(account.memberOf, sources.groups, true)].filter(
    ([id]) => !active.has(id),
  );
  const holders = [own, ...[...active.values()].map(holder)];
  const reasons = [
    ...holders.flatMap((one) => reasonsOf(one, sources)),
    ...dead.flatMap(([, way]) => reasonsOf(holder(way), sources).map(withoutEffect)),
  ];
  return [
    ...reasons.filter(({ admits }) => admits),
    ...reasons.filter(({ admits, kind }) => !admits && kind === 'inactive-group'),
    ...reasons.filter(({ kind }) => kind === 'other-application'),
  ];
}

/** The shortest way to each group, in the order of its length. */
function waysTo(
  start: readonly string[],
  groups: readonly Group[],
  throughInactive: boolean,
): ReadonlyMap<string, readonly Group[]> {
  const known = new Map(groups.map((group) => [group._id, group]));
  const ways = new Map<string, readonly Group[]>();
  const waiting = start.map((id): [string, readonly Group[]] => [id, []]);
  // The loop also visits what is appended while it runs.
  for (const [id, before] of waiting) {
    const group = known.get(id);
    if (!group || ways.has(id) || (group.inactive && !throughInactive)) continue;
    const way = [...before, group];
    ways.set(id, way);
    group.memberOf.forEach((above) => waiting.push([above, way]));
  }
  return ways;
}

function holder(way: readonly Group[]): Holder {
  return { groups: way, roles: way.at(-1)?.assignedRoles ?? [] };
}

function reasonsOf({ groups, roles }: Holder, sources: RoleSources): readonly AccessReason[] {
  const { application, admitted, operation } = sources;
  const lists = ({ methods = [] }: Role): boolean => methods.includes(operation.id);
  const wanted = sources.roles.filter(
    (role) => lists(role) || (admitted as readonly string[]).includes(role.name),
  );
  const held = wanted.filter(({ _id }) => roles.includes(_id));
  const counting = held.filter(
    (role) => lists(role) || [PLATFORM_PROVENANCE, application].includes(role.provenance),
  );
  const last = groups.at(-1);
  const named = last !== undefined && isNamed(last, sources.adminGroups);
  const admin = wanted.filter(
    (role) => named && role.provenance === PLATFORM_PROVENANCE && role.name === ADMIN_ROLE,
  );
  const path = wayOf(sources.account, groups);
  return [
    ...counting.map((role) => granted(role, path)),
    ...admin.map((role) => grantedByProfile(role, path)),
    ...held.filter((role) => !counting.includes(role)).map((role) => elsewhere(role, path)),
  ];
}

function granted(role: Role, way: readonly PathStep[]): AccessReason {
  const path = [...way, roleStep(role)];
  const text = `Role ${role.name} admits, held by ${inWords(path)}`;
  return { kind: 'role', admits: true, text, role: toHeld(role), path };
}

function grantedByProfile(role: Role, way: readonly PathStep[]): AccessReason {
  const profile: PathStep = {
    type: 'profile',
    id: PROFILE_ADMINS,
    name: PROFILE_ADMINS,
    inactive: false,
  };
  const path = [...way, profile, roleStep(role)];
  const text = `Role ${role.name} admits, given by the active profile: ${inWords(path)}`;
  return { kind: 'administrators-group', admits: true, text, role: toHeld(role), path };
}

function elsewhere(role: Role, way: readonly PathStep[]): AccessReason {
  const path = [...way, roleStep(role)];
  const text = `Role ${role.name} is held for ${role.provenance}, where it counts, and not here: ${inWords(path)}`;
  return { kind: 'other-application', admits: false, text, role: toHeld(role), path };
}

/** The same behind an inactive group: what would admit does not. */
function withoutEffect(reason: AccessReason): AccessReason {
  if (!reason.admits) return reason;
  const closed = reason.path?.find(({ inactive }) => inactive);
  const text = `Group ${closed?.name ?? ''} is inactive and gives nothing; active, it would admit: ${inWords(reason.path ?? [])}`;
  return { ...reason, kind: 'inactive-group', admits: false, text };
}

function wayOf(account: ExplainedAccount, groups: readonly Group[]): readonly PathStep[] {
  const { _id, username, inactive } = account;
  return [
    { type: 'account', id: _id, name: username, inactive },
    ...groups.map((group): PathStep => {
      return { type: 'group', id: group._id, name: group.name, inactive: group.inactive };
    }),
  ];
}

function roleStep({ _id, name }: Role): PathStep {
  return { type: 'role', id: _id, name, inactive: false };
}

/** `account ann -> group noc -> role support`. */
function inWords(path: readonly PathStep[]): string {
  return path.map(({ type, name }) => `${type} ${name}`).join(' -> ');
}

import { type NamedOperation } from '../../../api/access/may-call.js';
import { type Access } from '../../../api/operations/operation-spec.js';
import { type Gbac, type GbacReason, mayRead, mayWrite } from '../../../kernel/gbac.js';
import { type Application, type Principal } from '../../../kernel/principal.js';
import { type AccessReason, type NamedGroup, OBJECT_REASONS } from './access-explanation.js';
import { effectiveAccess, toPrincipal } from './effective-access.js';
import { type ExplainedAccount, roleReasons, type RoleSources } from './explain-roles.js';

/** An object that the caller wants to use the operation on. */
export interface ExplainedObject {
  readonly type: string;
  readonly id: string;
  readonly application: Application;
  /** Null when there is no such object. */
  readonly gbac: Gbac | null;
  /** The groups that it names, as far as they still exist. */
  readonly groups: readonly NamedGroup[];
}

/** Everything that decides about one call. */
export interface ExplainSources extends Pick<RoleSources, 'groups' | 'roles' | 'adminGroups'> {
  readonly operation: NamedOperation;
  readonly account: ExplainedAccount & Pick<Principal, 'provenance' | 'firstname'>;
  readonly object?: ExplainedObject;
}

/** Whether the call is let through, and every reason for it. */
export interface AccessExplanation {
  readonly decision: 'admitted' | 'refused';
  readonly reasons: readonly AccessReason[];
  readonly text: string;
}

/** Who is in hundreds of groups needs not be told of each. */
const REASONS_MAX = 50;

/**
 * Why the guards let an account call an operation, or why they do not; with an object, why that may
 * be seen or changed. Decides as `mayCall`, `mayRead` and `mayWrite` do, by finding the ways to the
 * roles instead of the roles alone.
 */
export function explainAccess(sources: ExplainSources): AccessExplanation {
  const { operation, account, object } = sources;
  const call = callReasons(sources);
  const mayCall = call.some(({ admits }) => admits);
  const isSettled = call.some(({ kind }) => kind === 'inactive-account');
  const shown = object && !isSettled ? [objectReason(sources, object)] : [];
  const admitted = mayCall && (object === undefined || shown.some(({ admits }) => admits));
  const reasons = [...call.slice(0, REASONS_MAX), ...shown];
  const decisive = reasons.filter(({ admits }) => admits === admitted);
  const verb = admitted ? 'may' : 'may not';
  const on = object ? ` on ${object.type}/${object.id}` : '';
  const why = decisive.map(({ text }) => text).join('. ');
  return {
    decision: admitted ? 'admitted' : 'refused',
    reasons,
    text: `${account.username} ${verb} call ${operation.id}${on}: ${why}.`,
  };
}

function callReasons(sources: ExplainSources): readonly AccessReason[] {
  const { account, operation } = sources;
  const { access, application } = operation.spec;
  if (isOpenAccess(access)) {
    return [{ kind: 'open', admits: true, text: `Everyone may call it: ${access.open}` }];
  }
  if (account.inactive) return [inactive(account)];
  if (access === 'signed-in') {
    return [{ kind: 'signed-in', admits: true, text: 'Everyone who is signed in may call it' }];
  }
  const reasons = roleReasons({ ...sources, application, admitted: access.roles });
  if (reasons.some(({ admits }) => admits)) return reasons.filter(({ admits }) => admits);
  return [...reasons, noRole(access.roles, application)];
}

function inactive({ username }: ExplainedAccount): AccessReason {
  const text = `Account ${username} is inactive: none of its credentials is accepted`;
  return { kind: 'inactive-account', admits: false, text };
}

function isOpenAccess(access: Access): access is { readonly open: string } {
  return typeof access === 'object' && 'open' in access;
}

function noRole(needed: readonly string[], application: Application): AccessReason {
  return {
    kind: 'no-role',
    admits: false,
    text: `No role that counts is one of ${needed.join(', ')}, of the platform or of ${application}, and no custom role lists it`,
    needed,
  };
}

function objectReason(sources: ExplainSources, object: ExplainedObject): AccessReason {
  const { gbac, type, id, application } = object;
  if (sources.account.inactive) return inactive(sources.account);
  if (!gbac) {
    return { kind: 'no-object', admits: false, text: `There is no ${type} of id ${id}` };
  }
  const principal = toPrincipal(sources.account, effectiveAccess(sources));
  const changes = sources.operation.spec.changes === true;
  const decide = changes ? mayWrite : mayRead;
  const { admitted, reason } = decide(principal, application, gbac);
  return {
    kind: OBJECT_REASONS[reason.kind],
    admits: admitted,
    ...inWords(reason, object, {
      changes,
      visible: mayRead(principal, application, gbac).admitted,
    }),
  };
}

function inWords(
  reason: GbacReason,
  { type, groups }: ExplainedObject,
  { changes, visible }: { readonly changes: boolean; readonly visible: boolean },
): Pick<AccessReason, 'text' | 'role' | 'gbac'> {
  switch (reason.kind) {
    case 'everyone':
      return { text: `The ${type} names no group: it is for everyone with the role` };
    case 'admin': {
      const { role } = reason;
      return {
        text: `Role admin of ${role.provenance} passes over the groups of the ${type}`,
        role,
      };
    }
    case 'member': {
      const { group, entry } = reason;
      const text = `Group ${group.name} is in the ${entry} list of the ${type}`;
      return { text, gbac: { entry, groups: [group] } };
    }
    case 'no-member': {
      const named = reason.groups.map((id) => groups.find((group) => group.id === id) ?? { id });
      const entry = changes && visible ? 'write' : 'any';
      return { text: refusal(type, changes, visible, named), gbac: { entry, groups: named } };
    }
  }
}

/** An object that cannot be seen is answered as one that is not there. */
function refusal(
  type: string,
  changes: boolean,
  visible: boolean,
  groups: readonly NamedGroup[],
): string {
  const list = changes ? 'write list' : 'lists';
  const names = groups.map(({ id, name }) => name ?? id).join(', ');
  const missing =
    names === ''
      ? `The ${list} of the ${type} names no group: only administrators pass`
      : `The caller is in none of the groups in the ${list} of the ${type}: ${names}`;
  return `${missing} (${visible ? 'it can be seen: 403' : 'it is answered as absent: 404'})`;
}

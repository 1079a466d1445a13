import { mayCall, rolesOf } from '../../../api/access/may-call.js';
import { AppError } from '../../../kernel/app-error.js';
import { ADMIN_ROLE, passingRole } from '../../../kernel/gbac.js';
import { holdsAnyRole, type Principal } from '../../../kernel/principal.js';
import { type AdapterAccess, type AdapterEntry, type StoredAdapter } from '../records/adapter.js';

/** What somebody wants with the system behind an adapter. */
export type AdapterUse = 'read' | 'change';

/** Stands for the platform itself, where whoever asked for the work was judged before. */
export const AS_PLATFORM: unique symbol = Symbol('the platform itself');

/** In whose name an adapter is used: every one of them must be admitted. */
export type AdapterUser = typeof AS_PLATFORM | readonly Principal[];

/** The adapter that is meant, as far as it says who may use it. */
export type UsedAdapter = Pick<StoredAdapter, 'name' | 'access'>;

const APPLICATION = 'OrchestratorManager';
/** The operations that send what a caller wrote: their roles hold for adapters that name nobody. */
const DIRECT = { read: 'restQuery', change: 'restAction' } as const;
const WORDS = { read: 'read', change: 'changed' } as const;
const READING: ReadonlySet<string> = new Set(['GET', 'HEAD', 'OPTIONS']);

/** What a call with this method does. */
export function useOf(method: string): AdapterUse {
  return READING.has(method.toUpperCase()) ? 'read' : 'change';
}

/**
 * Who may use an adapter, for every way that leads to it. Administrators may; whoever may change may read too.
 * Where the adapter names nobody, whoever may call the operation that does the same.
 */
export function mayUseAdapter(
  principal: Principal,
  { access }: Pick<UsedAdapter, 'access'>,
  use: AdapterUse,
): boolean {
  if (passingRole(principal, APPLICATION)) return true;
  const entry = access?.[use] ?? null;
  if (entry ? admits(entry, principal) : mayCall(principal, DIRECT[use])) return true;
  return use === 'read' && isNamed(access) && admits(access.change, principal);
}

/** @throws AppError `forbidden`, code `adapter-not-usable`, where `mayUseAdapter` does not admit one of them. */
export function assertMayUseAdapter(
  user: AdapterUser,
  adapter: UsedAdapter,
  use: AdapterUse,
): void {
  if (user === AS_PLATFORM) return;
  const refused = user.find((principal) => !mayUseAdapter(principal, adapter, use));
  if (!refused) return;
  const { name, access } = adapter;
  const detail = `The system behind adapter '${name}' is ${WORDS[use]} by those alone whom the adapter admits; '${refused.username}' is none of them; it takes ${admittedInWords(access, use)}`;
  throw new AppError('forbidden', detail, { code: 'adapter-not-usable' });
}

/**
 * The same for operations that have roles of their own: those hold where the adapter names nobody.
 * @throws AppError as `assertMayUseAdapter` does.
 */
export function assertAdmittedByName(
  principal: Principal,
  adapter: UsedAdapter,
  use: AdapterUse,
): void {
  if (adapter.access?.[use] ?? null) assertMayUseAdapter([principal], adapter, use);
}

function admits({ roles, groups }: AdapterEntry, principal: Principal): boolean {
  if (holdsAnyRole(principal, APPLICATION, roles)) return true;
  return principal.groups.some(({ id }) => groups.includes(id));
}

/** Ids of groups would say nothing to whoever is refused. */
function admittedInWords(access: AdapterAccess | undefined, use: AdapterUse): string {
  const entries = entriesFor(access, use);
  const hasOwn = (access?.[use] ?? null) !== null;
  const direct = hasOwn ? [] : rolesOf(DIRECT[use]);
  const roles = new Set([ADMIN_ROLE, ...direct, ...entries.flatMap((entry) => entry.roles)]);
  const custom = hasOwn ? '' : `, or a custom role that lists ${DIRECT[use]}`;
  const isForGroups = entries.some(({ groups }) => groups.length > 0);
  const group = isForGroups ? ', or a group that the adapter names' : '';
  return `one of the roles ${[...roles].join(', ')}${custom}${group}`;
}

function entriesFor(access: AdapterAccess | undefined, use: AdapterUse): readonly AdapterEntry[] {
  const uses = use === 'read' ? (['read', 'change'] as const) : (['change'] as const);
  return uses.flatMap((one) => access?.[one] ?? []);
}

function isNamed(
  access: AdapterAccess | undefined,
): access is AdapterAccess & { readonly change: AdapterEntry } {
  return (access?.change ?? null) !== null;
}

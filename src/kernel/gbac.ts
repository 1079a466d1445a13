import { AppError, notFound } from './app-error.js';
import {
  type Application,
  type HeldGroup,
  type HeldRole,
  PLATFORM_PROVENANCE,
  type Principal,
} from './principal.js';

/** Group-based access of one object: ids of groups. Both empty means everyone. */
export interface Gbac {
  readonly read: readonly string[];
  readonly write: readonly string[];
  /** Others that must admit as well; `guardedByAll` makes them. Absent for none. */
  readonly and?: readonly Gbac[];
}

/** The lists of an object's group-based access. */
export type GbacEntry = 'read' | 'write';

/** What an object that has group-based access stores of it. */
export interface GuardedRecord {
  readonly gbac: Gbac;
  /** Derived by `guarded`: what lists are filtered by, because one index holds all of it. */
  readonly readers: readonly string[];
}

/** Why somebody may, or may not, see or change an object. */
export type GbacReason =
  /** The object names no group. */
  | { readonly kind: 'everyone' }
  /** Administrators pass. */
  | { readonly kind: 'admin'; readonly role: HeldRole }
  | { readonly kind: 'member'; readonly entry: GbacEntry; readonly group: HeldGroup }
  /** None of these groups, by id, is one of the caller's; with none at all only administrators pass. */
  | { readonly kind: 'no-member'; readonly groups: readonly string[] };

/** A decision together with what led to it. */
export interface GbacVerdict {
  readonly admitted: boolean;
  readonly reason: GbacReason;
}

/** Stands in `readers` for everyone. No id of a group looks like it. */
export const EVERYONE = '*';
/** Begins the groups in `readers` of what several guard together: being a member of one does not say all. */
export const JOINT = '+';
/** Whoever holds it passes. */
export const ADMIN_ROLE = 'admin';

/** Whether the caller may see the object: by a group of either list. */
export function mayRead(principal: Principal, application: Application, gbac: Gbac): GbacVerdict {
  return decide(principal, application, gbac, ['read', 'write']);
}

/** Whether the caller may change the object: by a group of its write list. */
export function mayWrite(principal: Principal, application: Application, gbac: Gbac): GbacVerdict {
  return decide(principal, application, gbac, ['write']);
}

/**
 * The role by which a caller passes over all group-based access of an application: admin of the
 * platform or of that application (ADR 0077).
 */
export function passingRole(principal: Principal, application: Application): HeldRole | undefined {
  return principal.roles.find(
    ({ provenance, name }) =>
      name === ADMIN_ROLE && (provenance === PLATFORM_PROVENANCE || provenance === application),
  );
}

/** What to store of an object's group-based access. Made anew with every change of it. */
export function guarded({ read, write }: Gbac): GuardedRecord {
  const gbac = { read: unique(read), write: unique(write) };
  if (isForEveryone(gbac)) return { gbac, readers: [EVERYONE] };
  // Whoever puts the sign for everyone in the place of a group id shares with nobody by it.
  const readers = unique([...gbac.read, ...gbac.write]).filter((id) => id !== EVERYONE);
  return { gbac, readers };
}

/**
 * What to store of an object that several guard together: whoever is outside of one of them is outside.
 * What another one implies is left out.
 */
export function guardedByAll(all: readonly Gbac[]): GuardedRecord {
  const [first, ...others] = withoutImplied(all.flatMap(flattened));
  const record = guarded(first ?? { read: [], write: [] });
  if (others.length === 0) return record;
  const readers = record.readers.map((id) => `${JOINT}${id}`);
  return { gbac: { ...record.gbac, and: others }, readers };
}

/** What a refusal calls the object, and whose object it is. */
export interface GuardedObject {
  /** `Automation`, `Backup` …: the first word of the message. */
  readonly what: string;
  readonly name: string;
  readonly application: Application;
  readonly gbac: Gbac;
}

/** @throws AppError `not-found` for an object that the caller may not see: nobody learns that it is there. */
export function assertMayRead(principal: Principal, object: GuardedObject): void {
  const { what, name, application, gbac } = object;
  if (!mayRead(principal, application, gbac).admitted) throw notFound(what, name);
}

/** @throws AppError `not-found` for an invisible object, `forbidden` for one that may only be seen. */
export function assertMayWrite(principal: Principal, object: GuardedObject): void {
  assertMayRead(principal, object);
  const { what, name, application, gbac } = object;
  if (mayWrite(principal, application, gbac).admitted) return;
  throw new AppError(
    'forbidden',
    `${what} '${name}' may be changed by members of its groups only`,
    {
      code: 'not-writable',
    },
  );
}

/** Every one of those that guard must admit; the first that does not says why. */
function decide(
  principal: Principal,
  application: Application,
  gbac: Gbac,
  entries: readonly GbacEntry[],
): GbacVerdict {
  const verdicts = flattened(gbac).map((one) => decideOne(principal, application, one, entries));
  const [verdict = EVERYONES] = verdicts.filter(({ admitted }) => !admitted).concat(verdicts);
  return verdict;
}

function decideOne(
  principal: Principal,
  application: Application,
  gbac: Gbac,
  entries: readonly GbacEntry[],
): GbacVerdict {
  if (isForEveryone(gbac)) return EVERYONES;
  const role = passingRole(principal, application);
  if (role) return { admitted: true, reason: { kind: 'admin', role } };
  for (const entry of entries) {
    const group = principal.groups.find(({ id }) => gbac[entry].includes(id));
    if (group) return { admitted: true, reason: { kind: 'member', entry, group } };
  }
  const groups = unique(entries.flatMap((entry) => gbac[entry]));
  return { admitted: false, reason: { kind: 'no-member', groups } };
}

const EVERYONES: GbacVerdict = { admitted: true, reason: { kind: 'everyone' } };

/** Those that guard an object, each by itself. */
function flattened({ read, write, and = [] }: Gbac): readonly Gbac[] {
  return [{ read, write }, ...and.flatMap(flattened)];
}

/** Of two that imply each other the first one stays. */
function withoutImplied(all: readonly Gbac[]): readonly Gbac[] {
  const closed = all.filter((one) => !isForEveryone(one));
  return closed.filter(
    (one, at) =>
      !closed.some((other, place) => {
        if (place === at || !implies(other, one)) return false;
        return place < at || !implies(one, other);
      }),
  );
}

/** Whether whoever passes one passes the other. */
function implies(one: Gbac, other: Gbac): boolean {
  const readers = new Set([...other.read, ...other.write]);
  return (
    [...one.read, ...one.write].every((id) => readers.has(id)) &&
    one.write.every((id) => other.write.includes(id))
  );
}

/** Whether an object names no group. */
export function isForEveryone({ read, write }: Pick<Gbac, GbacEntry>): boolean {
  return read.length === 0 && write.length === 0;
}

function unique(ids: readonly string[]): readonly string[] {
  return [...new Set(ids)];
}

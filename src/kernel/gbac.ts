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
}

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
  | { readonly kind: 'member'; readonly entry: keyof Gbac; readonly group: HeldGroup }
  /** None of these groups, by id, is one of the caller's; with none at all only administrators pass. */
  | { readonly kind: 'no-member'; readonly groups: readonly string[] };

/** A decision together with what led to it. */
export interface GbacVerdict {
  readonly admitted: boolean;
  readonly reason: GbacReason;
}

/** Stands in `readers` for everyone. No id of a group looks like it. */
export const EVERYONE = '*';
const ADMIN_ROLE = 'admin';

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

function decide(
  principal: Principal,
  application: Application,
  gbac: Gbac,
  entries: readonly (keyof Gbac)[],
): GbacVerdict {
  if (isForEveryone(gbac)) return { admitted: true, reason: { kind: 'everyone' } };
  const role = passingRole(principal, application);
  if (role) return { admitted: true, reason: { kind: 'admin', role } };
  for (const entry of entries) {
    const group = principal.groups.find(({ id }) => gbac[entry].includes(id));
    if (group) return { admitted: true, reason: { kind: 'member', entry, group } };
  }
  const groups = unique(entries.flatMap((entry) => gbac[entry]));
  return { admitted: false, reason: { kind: 'no-member', groups } };
}

function isForEveryone({ read, write }: Gbac): boolean {
  return read.length === 0 && write.length === 0;
}

function unique(ids: readonly string[]): readonly string[] {
  return [...new Set(ids)];
}

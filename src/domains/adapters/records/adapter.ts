import { type RoleName } from '../../../kernel/principal.js';

/** What the platform can talk to; each type is a row, so that a further one is one more row. */
export const ADAPTER_TYPES = {
  /** A RESTCONF northbound (RFC 8040): operations 5, 6 and 18. */
  restconf: {
    /** Every RESTCONF server must have this leaf (RFC 8040, 3.3.3), and it lies below the base. */
    healthPath: '/restconf/yang-library-version',
  },
} as const satisfies Readonly<Record<string, { readonly healthPath: string }>>;
export type AdapterType = keyof typeof ADAPTER_TYPES;
export const ADAPTER_TYPE_NAMES = Object.keys(ADAPTER_TYPES) as readonly AdapterType[];

export const AUTH_TYPES = ['basic', 'bearer', 'none'] as const;
export type AuthType = (typeof AUTH_TYPES)[number];

/** How options of a commit travel: as query flags, or as one tree. */
export const NORTHBOUNDS = ['flat', 'params'] as const;
export type Northbound = (typeof NORTHBOUNDS)[number];

/** How the platform says who it is; secrets sealed, empty where the type does not need them. */
export interface AdapterAuth {
  readonly type: AuthType;
  readonly username: string;
  readonly password: string;
  readonly token: string;
}

/** How connections are made; PEM, empty where there is none. */
export interface AdapterTls {
  readonly verify: boolean;
  readonly ca: string;
  readonly cert: string;
  /** Sealed. */
  readonly key: string;
}

/** When calls are refused without a try, because the last ones failed. */
export interface CircuitBreaker {
  /** Failures in a row that open it. */
  readonly failures: number;
  /** Milliseconds until one call is let through again. */
  readonly resetMs: number;
}

/** Who is admitted: whoever holds one of the roles, or is in one of the groups (ids). */
export interface AdapterEntry {
  readonly roles: readonly RoleName[];
  readonly groups: readonly string[];
}

/** Who may read and change the system behind an adapter; null for those who may send it what they wrote. */
export interface AdapterAccess {
  readonly read: AdapterEntry | null;
  readonly change: AdapterEntry | null;
}

/** What an administrator decides of an adapter. */
export interface AdapterSettings {
  readonly type: AdapterType;
  readonly description: string;
  /** http or https, without a slash at its end; paths of calls are put behind it. */
  readonly baseUrl: string;
  readonly auth: AdapterAuth;
  readonly tls: AdapterTls;
  /** Longest time for a call, waiting and repeats included. */
  readonly timeoutMs: number;
  /** Calls at a time, on each node. */
  readonly maxConnections: number;
  /** Repeats of calls that may be done twice. */
  readonly retries: number;
  readonly circuitBreaker: CircuitBreaker;
  /** Largest answer, before and after decompression. */
  readonly responseLimitBytes: number;
  readonly enabled: boolean;
  readonly northbound: Northbound;
  /** Path below the base that a look at the other system asks for. */
  readonly healthPath: string;
  /** Absent in adapters of before it was said. */
  readonly access?: AdapterAccess;
}

/** What the last look at the other system found. */
export interface AdapterProbe {
  readonly passed: boolean;
  /** In words for people; never holds what the other system answered. */
  readonly detail: string;
  readonly at: Date;
  /** When it began to be as it is. */
  readonly since: Date;
  /** How often in a row it did not pass. */
  readonly failures: number;
}

/** An adapter as stored. */
export interface StoredAdapter extends AdapterSettings {
  readonly _id: string;
  readonly name: string;
  readonly nameFolded: string;
  readonly revision: number;
  /** When it was restarted last. */
  readonly restarted: Date | null;
  readonly probe: AdapterProbe | null;
  /** When the other system is looked at next; absent while disabled. */
  readonly probeDue?: Date;
  readonly created: Date;
  readonly createdBy: string;
  readonly updated: Date;
  readonly updatedBy: string;
}

/** As much of an adapter as those need who choose one. */
export interface AdapterHead {
  readonly id: string;
  readonly name: string;
  readonly northbound: Northbound;
}

/** An adapter that names nobody. */
export const UNNAMED_ACCESS: AdapterAccess = { read: null, change: null };

/** The head of an adapter. */
export function headOf({ _id, name, northbound }: StoredAdapter): AdapterHead {
  return { id: _id, name, northbound };
}

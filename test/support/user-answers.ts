import { type Answer } from './start-app.js';

/** A failure. */
export interface Refusal {
  readonly code: string;
  readonly message: string;
  readonly errors?: readonly { readonly pointer: string; readonly detail: string }[];
}

/** A group of `/authorization/groups`, as far as tests look at it. */
export interface Group {
  readonly _id: string;
  readonly name: string;
  readonly memberOf: readonly string[];
  readonly assignedRoles: readonly { readonly roleId: string }[];
}

/** An account of `/authorization/accounts`, as far as tests look at it. */
export interface Account {
  readonly _id: string;
  readonly username: string;
  readonly groups: readonly string[];
  readonly memberOf: readonly string[];
  readonly locked: boolean;
  readonly lastSignIn: string | null;
}

/** A role. */
export interface Role {
  readonly _id: string;
  readonly provenance: string;
  readonly name: string;
}

/** What was done. */
export interface Done<Data> {
  readonly status: string;
  readonly message: string;
  readonly data: Data;
}

/** A list. */
export interface List<Item> {
  readonly results: readonly Item[];
  readonly total: number;
}

/** The status, and the places of the faults that it tells of. */
export const outcomeOf = ({ status, json }: Answer) => [
  status,
  ...((json as Refusal).errors ?? []).map(({ pointer }) => pointer),
];

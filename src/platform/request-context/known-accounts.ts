/** An account as the trail names it. */
export interface NamedAccount {
  readonly id: string;
  readonly username: string;
  readonly provenance: string;
}

/** Which names are those of accounts. A port: accounts are a domain's. */
export abstract class KnownAccounts {
  /** The account with this name, as `foldText` makes it; null when there is none. */
  abstract byName(usernameFolded: string): Promise<NamedAccount | null>;
}

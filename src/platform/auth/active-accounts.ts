/** Knows which accounts are active. A port: the domain that keeps the accounts implements it. */
export abstract class ActiveAccounts {
  /** Ids of those of these accounts that are there and active, as the database has it now. */
  abstract activeAmong(ids: readonly string[]): Promise<ReadonlySet<string>>;
}

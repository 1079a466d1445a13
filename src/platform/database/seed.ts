/** Injection token of the list of all seeds, in the order in which they run. */
export const SEEDS = Symbol('Seeds');

/** Documents that a fresh platform starts with. Runs at every start, and changes nothing twice. */
export interface Seed {
  /** Shown while it runs. */
  readonly name: string;
  /** Upserts by natural key; what a user has changed since stays as it is. */
  run(): Promise<void>;
}

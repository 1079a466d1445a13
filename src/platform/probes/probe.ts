/** A part of the platform that can be asked whether it works: the database, a registry. */
export interface Probe {
  /** Short and stable, `database` for example; it becomes part of an answer. */
  readonly name: string;
  /** Rejects when the part does not work. Answers soon: a probe is given up after three seconds. */
  check(): Promise<void>;
}

/** What lists find the documents of a kind by, beside what all kinds have. */
export interface KindFacts {
  readonly keys?: readonly string[];
  /** Has faults and cannot run. */
  readonly draft?: boolean;
}

/** Where a secret stands in a line. */
export interface SecretRange {
  readonly start: number;
  readonly end: number;
  readonly isReencrypted: boolean;
}

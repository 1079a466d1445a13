/** The switch as callers read it. */
export interface ShownMaintenance {
  readonly enabled: boolean;
  readonly reason: string;
  /** When it was switched last; null for never. */
  readonly since: string | null;
  /** Username of who switched it; null for nobody. */
  readonly by: string | null;
}

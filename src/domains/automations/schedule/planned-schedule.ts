/** Occurrences that nobody carried out in time. */
export interface MissedRunsOf {
  readonly first: Date;
  readonly last: Date;
  /** Counted up to a bound; that stands for as many or more. */
  readonly count: number;
}

/** What was decided about a schedule that was due, until it is carried out. */
export interface DecidedStep {
  /** The occurrence that starts a job; null when none does. */
  readonly run: Date | null;
  readonly missed: MissedRunsOf | null;
  /** When the schedule is due again; null for never. */
  readonly next: Date | null;
}

/** What the scheduler keeps of a schedule, so that any node goes on where another one stopped. */
export interface PlannedSchedule {
  /** The schedule that this was made for, as text: another one begins anew. */
  readonly key: string;
  /** The next occurrence; null for never. */
  readonly next: Date | null;
  /** Decided and perhaps not carried out yet. */
  readonly step?: DecidedStep;
}

/** How far back metrics look when nobody says. */
const WINDOW_MS = 7 * 24 * 3600 * 1000;

/** What metrics are made of. */
export interface MetricsWindow {
  /** Jobs that began at this time or later … */
  readonly from: Date;
  /** … and before this one. */
  readonly to: Date;
  /** Name of the workflow, exactly; undefined for all. */
  readonly workflow?: string | undefined;
  /** Name of the kind of task; undefined for all. */
  readonly task?: string | undefined;
}

/** What an operation on metrics takes. */
export interface MetricsQuery {
  readonly from?: string | undefined;
  readonly to?: string | undefined;
  readonly workflow?: string | undefined;
  readonly task?: string | undefined;
}

/** A window as it was asked for, with what counts where that says nothing. */
export function metricsWindow(query: MetricsQuery, now: Date): MetricsWindow {
  // The end is excluded, and a job may begin in this very millisecond.
  const to = query.to === undefined ? new Date(now.getTime() + 1) : new Date(query.to);
  const from = query.from === undefined ? new Date(to.getTime() - WINDOW_MS) : new Date(query.from);
  const { workflow, task } = query;
  return { from, to, workflow, task };
}

/** What starts an automation. */
export const TRIGGER_TYPES = ['manual', 'endpoint', 'schedule', 'eventSystem'] as const;
export type TriggerType = (typeof TRIGGER_TYPES)[number];

/** HTTP methods that an endpoint trigger may name; it is called by POST whatever it says. */
export const TRIGGER_VERBS = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'] as const;

/** When a schedule comes round, beside the first time. */
export type Recurrence =
  /** At `firstRunAt`, and never again. */
  | { readonly kind: 'once' }
  /** Cron of five or six fields (with seconds), in a time zone. */
  | { readonly kind: 'cron'; readonly expression: string; readonly timeZone: string }
  /** So many milliseconds after `firstRunAt`, again and again. */
  | { readonly kind: 'interval'; readonly everyMs: number }
  /** On the day and at the time of `firstRunAt` in this time zone, every so many months. */
  | { readonly kind: 'months'; readonly everyMonths: number; readonly timeZone: string };

/** What happens when the platform was not there to run in time: nothing, or one run for all of them. */
export type MissedRuns = 'skip' | 'once';
/** Whether a run starts while the last one of the trigger is still at work. */
export type Concurrency = 'allow' | 'forbid';

/** A schedule as the scheduler reads it, whatever words the document used. */
export interface TriggerSchedule {
  readonly recurrence: Recurrence;
  /** Nothing runs before; null means from now on, and is never null but with cron. */
  readonly firstRunAt: Date | null;
  readonly missedRuns: MissedRuns;
  readonly concurrency: Concurrency;
}

/**
 * What is found in the document of a trigger: everything the platform looks for. Derived, so it is
 * never written by hand; the document itself stays as it came.
 */
export interface TriggerFacts {
  readonly name: string;
  readonly nameFolded: string;
  readonly description: string;
  readonly descriptionFolded: string;
  readonly type: TriggerType;
  readonly enabled: boolean;
  /** Of endpoint triggers: the route as `foldText` makes it. No two triggers have the same. */
  readonly route?: string;
  /** Of event triggers. */
  readonly event?: { readonly source: string; readonly topic: string };
  /** Of schedule triggers. */
  readonly schedule?: TriggerSchedule;
  /**
   * Of manual and schedule triggers: the form that their data answers, as `foldText` makes its id or
   * name without project prefix.
   */
  readonly form?: string;
}

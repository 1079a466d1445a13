import { ProblemError } from './problem-error.js';

/** How often a plan is made anew at most, because something else changed before it was applied. */
const PLANS_MAX = 5;

/** A change in two requests: the first says what it would do, the second does exactly that. */
export interface PlannedChange<Plan, Outcome> {
  /** Asks for the plan; nothing changes. */
  readonly plan: () => Promise<Plan>;
  /** Whether it shall be done; asked again with each new plan. */
  readonly accept: (plan: Plan) => boolean | Promise<boolean>;
  /** Does it; sends the hash of the plan, so that the platform refuses what was not shown. */
  readonly apply: (plan: Plan) => Promise<Outcome>;
}

/**
 * Makes a plan, shows it, and applies it. Where something has changed before it was applied, the new plan is shown.
 * @returns undefined when it was not accepted
 * @throws ProblemError when the platform refuses the plan or its application; with the code `plan-changed` after five plans
 */
export async function applyPlan<Plan, Outcome>({
  plan,
  accept,
  apply,
}: PlannedChange<Plan, Outcome>): Promise<Outcome | undefined> {
  for (let plans = 1; ; plans += 1) {
    const shown = await plan();
    if (!(await accept(shown))) return undefined;
    try {
      return await apply(shown);
    } catch (error) {
      const isOutdated = error instanceof ProblemError && error.code === 'plan-changed';
      if (!isOutdated || plans === PLANS_MAX) throw error;
    }
  }
}

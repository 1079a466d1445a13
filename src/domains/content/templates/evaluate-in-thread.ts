import {
  type AnalyticOutcome,
  type AnalyticRun,
  runAnalyticTemplate,
} from '../../../cores/command-templates/analytic-template.js';
import {
  type CommandEvaluation,
  type CommandOutcome,
  evaluateCommandTemplate,
} from '../../../cores/command-templates/command-template.js';
import { MARKS_MS, WorkBudget } from '../../../cores/command-templates/work-budget.js';
import { type Work } from '../../../cores/command-templates/work.js';

/** Less than a thread may take; rules that there is no time for fail, and say so. */
const TIMES = { verdict: 15_000, marks: MARKS_MS };

/** Judges a command template at one go, for a thread of its own. Takes and answers JSON, which travels fast. */
export function evaluateInThread(given: string): string {
  const outcome = finished(evaluateCommandTemplate(JSON.parse(given) as CommandEvaluation));
  return JSON.stringify(outcome satisfies CommandOutcome);
}

/** The same of an analytic template. */
export function runInThread(given: string): string {
  const outcome = finished(runAnalyticTemplate(JSON.parse(given) as AnalyticRun));
  return JSON.stringify(outcome satisfies AnalyticOutcome);
}

function finished<T>(work: Work<T>): T {
  const budget = new WorkBudget(TIMES, () => performance.now());
  let step = work.next(true);
  while (!step.done) step = budget.next(work, step.value);
  return step.value;
}

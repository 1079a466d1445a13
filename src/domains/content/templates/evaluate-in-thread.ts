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

/** Judges a command template at one go, for a thread of its own. Takes and answers JSON in UTF-8. */
export function evaluateInThread(given: Uint8Array): Uint8Array {
  const outcome = finished(evaluateCommandTemplate(read(given) as CommandEvaluation));
  return written(outcome satisfies CommandOutcome);
}

/** The same of an analytic template. */
export function runInThread(given: Uint8Array): Uint8Array {
  const outcome = finished(runAnalyticTemplate(read(given) as AnalyticRun));
  return written(outcome satisfies AnalyticOutcome);
}

function read(bytes: Uint8Array): unknown {
  return JSON.parse(new TextDecoder().decode(bytes));
}

function written(outcome: object): Uint8Array {
  return Buffer.from(JSON.stringify(outcome));
}

function finished<T>(work: Work<T>): T {
  const budget = new WorkBudget(TIMES, () => performance.now());
  let step = work.next(true);
  while (!step.done) step = budget.next(work, step.value);
  return step.value;
}

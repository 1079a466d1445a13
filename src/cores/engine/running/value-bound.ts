import { type JsonValue } from '../../../kernel/json.js';
import { type TaskOutcome } from '../commands.js';
import { type ValueRefs } from '../value-ref.js';
import { type PureOutcome } from '../pure-task.js';
import { type PlannedTask } from '../plan.js';
import { withinVariables } from './variable-bound.js';
import { type WorkingJob } from './working-job.js';

/** Code of errors of tasks, and of refused starts. */
export const VALUES_FULL = 'job-values-full';

/** What came of a task, unless it cannot be kept: then its task ends in error. */
export function keepable(job: WorkingJob, task: PlannedTask, given: PureOutcome): PureOutcome {
  const outcome = withinVariables(job, task, given);
  const { valueBound } = job.context;
  if (!valueBound || bytesOf(outcome) <= valueBound.bytesMax) return outcome;
  return fullError(valueBound.refusal);
}

/** Why these values cannot be kept; undefined when they can. What lies apart already takes no more room. */
export function refusalOf(job: WorkingJob, values: ValueRefs): string | undefined {
  const { valueBound } = job.context;
  if (!valueBound) return undefined;
  const isTooLarge = Object.values(values).some(
    (held) => held.kind === 'here' && bytesOf(held.value) > valueBound.bytesMax,
  );
  return isTooLarge ? valueBound.refusal : undefined;
}

/** How a task ends that has made what cannot be kept. */
export function fullError(message: string): Extract<TaskOutcome, { readonly finish: 'error' }> {
  return { finish: 'error', error: { message, code: VALUES_FULL } };
}

function bytesOf(value: JsonValue | PureOutcome): number {
  return Buffer.byteLength(JSON.stringify(value));
}

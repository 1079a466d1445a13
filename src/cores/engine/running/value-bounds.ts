import { type JsonValue } from '../../../kernel/json.js';
import { type TaskOutcome } from '../commands.js';
import { type ValueRefs } from '../value-ref.js';
import { type PureOutcome } from '../pure-task.js';
import { type PlannedTask } from '../plan.js';
import { type WorkingJob } from './working-job.js';
import { isPlain } from './inputs.js';

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

/** Variables of one job: each step goes through all of them, and so does whoever reads the job. */
export const JOB_VARIABLES_MAX = 5000;

export const TOO_MANY_VARIABLES = `A job has at most ${String(JOB_VARIABLES_MAX)} variables`;

/** What came of a task, unless the job would have too many variables: then its task ends in error. */
function withinVariables(
  job: WorkingJob,
  { outputs, errorVariable }: Pick<PlannedTask, 'outputs' | 'errorVariable'>,
  outcome: PureOutcome,
): PureOutcome {
  const named = [
    ...outputs.map(([, variable]) => variable),
    ...(outcome.effects ?? []).map((effect) =>
      effect.kind === 'set-variable' ? effect.name : null,
    ),
  ];
  const isNew = (name: string | null): name is string => name !== null && !job.variables.has(name);
  const added = new Set(named.filter(isNew));
  // An error may write one as well.
  const room = JOB_VARIABLES_MAX - job.variables.size - (errorVariable === null ? 0 : 1);
  if (added.size === 0 || added.size <= room) return outcome;
  return { finish: 'error', error: { message: TOO_MANY_VARIABLES, code: 'too-many-variables' } };
}

/** Characters of JSON that the inputs of a task may come to which are made of values for it alone. */
const INPUT_LENGTH_MAX = 64 * 1024 * 1024;

type Failure = Extract<TaskOutcome, { readonly finish: 'error' }>;

/**
 * How a task ends whose inputs are too large. In memory a value that an input refers to a thousand times is there
 * once, but the input is stored with a thousand copies of it.
 */
export function tooLargeInput({ inputs }: PlannedTask, held: ValueRefs): Failure | undefined {
  const known = new Map<object, number>();
  let length = 0;
  for (const [name, input] of inputs) {
    const one = Object.hasOwn(held, name) ? held[name] : undefined;
    // What is passed on as it is held is stored once; what is literal is bounded with its document.
    if (one?.kind !== 'here' || input.kind === 'literal' || isPlain(input)) continue;
    length += lengthOf(one.value, known);
    if (length > INPUT_LENGTH_MAX) return TOO_LARGE;
  }
  return undefined;
}

const TOO_LARGE: Failure = {
  finish: 'error',
  error: {
    message: `The inputs of the task come to more than ${String(INPUT_LENGTH_MAX)} characters, each value counted as often as they refer to it`,
    code: 'inputs-too-large',
  },
};

/** Nearly the characters of a value as JSON; what it holds several times is measured once. */
function lengthOf(value: JsonValue, known: Map<object, number>): number {
  if (typeof value === 'string') return value.length + 2;
  if (typeof value !== 'object' || value === null) return String(value).length;
  const before = known.get(value);
  if (before !== undefined) return before;
  let length = 2;
  if (Array.isArray(value)) for (const item of value) length += 1 + lengthOf(item, known);
  else
    for (const [key, member] of Object.entries(value))
      length += key.length + 4 + lengthOf(member, known);
  known.set(value, length);
  return length;
}

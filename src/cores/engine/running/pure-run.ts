import { type JsonValue } from '../../../kernel/json.js';
import {
  OutOfFuel,
  type PureOutcome,
  type PureTask,
  type TaskInput,
  type TaskNeed,
  type StepQuery,
} from '../pure-task.js';
import { type StepCoroutine, valuesOf } from './step-coroutine.js';
import { thrownMessage } from './outcomes.js';
import { type WorkingJob } from './working-job.js';

/** What came of a pure function, and whether it read something secret beside its inputs. */
export interface PureRun {
  readonly outcome: PureOutcome;
  readonly isSecret: boolean;
  /** Whether a document that it needs is absent. */
  readonly lacks: boolean;
}

interface Givens {
  readonly given: readonly (JsonValue | undefined)[];
  readonly isSecret: boolean;
  readonly lacks: boolean;
}

/** Runs a pure function with everything that it asks for. Whatever it throws is its error. */
export function* runPure(
  job: WorkingJob,
  pure: PureTask,
  input: TaskInput,
): StepCoroutine<PureRun> {
  let [isSecret, lacks] = [false, false];
  try {
    const givens = yield* givensFor(job, pure.needs?.(input) ?? []);
    ({ isSecret, lacks } = givens);
    const outcome = pure.run(input, { now: job.now, given: givens.given, spend: meterOf(job) });
    return { outcome, isSecret, lacks };
  } catch (thrown) {
    const error = { message: thrownMessage(thrown) };
    return { outcome: { finish: 'error', error }, isSecret, lacks };
  }
}

/** What a task spends counts against its own bound, and against the step's. */
function meterOf(job: WorkingJob): (spent: number) => void {
  const { fuelPerTask } = job.context.limits;
  let left = fuelPerTask;
  return (spent) => {
    left -= spent;
    job.burn(spent);
    if (left < 0) throw new OutOfFuel(`the task needs more than ${fuelPerTask} steps of computing`);
  };
}

/** Variables are at hand or asked for like inputs; documents are asked for each time. */
function* givensFor(job: WorkingJob, needs: readonly TaskNeed[]): StepCoroutine<Givens> {
  if (needs.length === 0) return { given: [], isSecret: false, lacks: false };
  const held = needs.map((need) =>
    need.kind === 'variable' ? job.variables.get(need.name) : undefined,
  );
  const variables = yield* valuesOf(
    job,
    held.filter((one) => one !== undefined),
  );
  const wanted: StepQuery[] = needs.filter((need) => need.kind === 'document');
  const documents = wanted.length > 0 ? yield wanted : [];
  let [nextVariable, nextDocument] = [0, 0];
  const given = needs.map((need, index) => {
    if (need.kind === 'document') return documents[nextDocument++];
    return held[index] === undefined ? undefined : variables[nextVariable++];
  });
  const lacks = needs.some(({ kind }, at) => kind === 'document' && given[at] === undefined);
  return { given, isSecret: held.some((one) => one?.secret === true), lacks };
}

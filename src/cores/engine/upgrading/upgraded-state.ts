import { type JobError, type JobState } from '../job-state.js';
import { type Plan } from '../plan.js';
import { NO_TRANSITIONS } from '../running/conclude.js';
import { OUTSIDE } from '../running/phases.js';
import { type ValueRefs } from '../value-ref.js';
import { upgradedTasks } from './upgraded-tasks.js';

/** A job by the places of another plan: what has the same id stands as it stood, what is new has never run. */
export function upgradedState(from: Plan, state: JobState, to: Plan): JobState {
  const places = new Map([[OUTSIDE, OUTSIDE]]);
  for (const { id, at } of from.tasks) {
    const place = to.places.get(id);
    if (place !== undefined) places.set(at, place);
  }
  const lastFinished = lastOf(from, state, { to, places });
  return {
    ...withFormer(state, formerRuns(from, state, to)),
    tasks: upgradedTasks(from, state, to),
    variables: secretWhere(state.variables, to.secretVariables),
    outputs: byPlace(state.outputs, places, (values, at) =>
      secretWhere(values, to.tasks[at]?.secretOutputs ?? new Set()),
    ),
    loops: byPlace(state.loops, places),
    children: byPlace(state.children, places),
    reverts: byPlace(state.reverts, places),
    timers: state.timers.flatMap((timer) => {
      if (timer.task === null) return [timer];
      const task = places.get(timer.task);
      return task === undefined ? [] : [{ ...timer, task }];
    }),
    errors: errorsOf(state, to, lastFinished),
    lastFinished,
  };
}

function withFormer(
  { former: _, ...state }: JobState,
  former: NonNullable<JobState['former']>,
): JobState {
  return Object.keys(former).length > 0 ? { ...state, former } : state;
}

/** What counts on of the tasks that the workflow has no more, if they ever ran. */
function formerRuns(
  from: Plan,
  { tasks, former }: JobState,
  to: Plan,
): NonNullable<JobState['former']> {
  const left = from.tasks.flatMap(({ id, at }) => {
    const { iterations = 0, generation = 0 } = tasks[at] ?? {};
    return iterations > 0 ? [[id, { iterations, generation: generation + 1 }] as const] : [];
  });
  const all = [...Object.entries(former ?? {}), ...left];
  return Object.fromEntries(all.filter(([id]) => !to.places.has(id)));
}

function byPlace<T>(
  members: Readonly<Record<number, T>>,
  places: ReadonlyMap<number, number>,
  map: (member: T, at: number) => T = (member) => member,
): Readonly<Record<number, T>> {
  return Object.fromEntries(
    Object.entries(members).flatMap(([key, member]) => {
      const at = places.get(Number(key));
      return at === undefined ? [] : [[at, map(member, at)]];
    }),
  );
}

/** What is secret stays so. */
function secretWhere(values: ValueRefs, secret: ReadonlySet<string>): ValueRefs {
  return Object.fromEntries(
    Object.entries(values).map(([name, held]) => [
      name,
      secret.has(name) ? { ...held, secret: true as const } : held,
    ]),
  );
}

/** The task that finished last; where it is no more, one before it that has finished. */
function lastOf(
  from: Plan,
  { lastFinished, tasks }: JobState,
  { to, places }: { readonly to: Plan; readonly places: ReadonlyMap<number, number> },
): number | null {
  if (lastFinished === null) return null;
  const same = places.get(lastFinished);
  return same ?? finishedBefore(from, tasks, lastFinished, places) ?? to.start;
}

function finishedBefore(
  from: Plan,
  tasks: JobState['tasks'],
  last: number,
  places: ReadonlyMap<number, number>,
): number | undefined {
  const before = new Set([last]);
  // The set grows while it is walked.
  for (const at of before) {
    const place = places.get(at);
    if (place !== undefined && tasks[at]?.phase === 'done') return place;
    for (const earlier of from.tasks[at]?.ins ?? []) before.add(earlier);
  }
  return undefined;
}

/** A job in error says where it stands, even where the task that failed is no more. */
function errorsOf(
  { errors, status }: JobState,
  to: Plan,
  lastFinished: number | null,
): readonly JobError[] {
  const left = errors.filter(({ task }) => to.places.has(task));
  const last = errors.at(-1);
  if (status !== 'error' || left.length > 0 || !last) return left;
  const task = to.tasks[lastFinished ?? to.start]?.id ?? '';
  return [{ task, message: NO_TRANSITIONS, timestamp: last.timestamp }];
}

import { type Command, type Iteration, type IterationEnd } from './commands.js';
import { type ValueRef, type ValueRefs } from './value-ref.js';
import { type JobState } from './job-state.js';

/** Makes another form of a value: stored apart, sealed, or opened again. */
export type ValueMapping = (held: ValueRef, name?: string) => ValueRef;

/** The same values, each in the form that `map` makes of it; the very same object where it changes none. */
export function mapValues(values: ValueRefs, map: ValueMapping): ValueRefs {
  return mapMembers(values, map);
}

/** The same state with every value that it holds in another form. */
export function mapStateValues(state: JobState, map: ValueMapping): JobState {
  return {
    ...state,
    variables: mapValues(state.variables, map),
    outputs: mapMembers(state.outputs, (values) => mapValues(values, map)),
    loops: mapMembers(state.loops, (loop) => {
      const items = map(loop.items);
      return items === loop.items ? loop : { ...loop, items };
    }),
    children: mapMembers(state.children, (children) => ({
      ...children,
      variables: mapValues(children.variables, map),
      items: mapOrNull(children.items, map),
    })),
    timers: state.timers.map((timer) =>
      timer.ends
        ? { ...timer, ends: { ...timer.ends, value: mapOrNull(timer.ends.value, map) } }
        : timer,
    ),
  };
}

/** The same command with every value that it carries in another form. */
export function mapCommandValues(command: Command, map: ValueMapping): Command {
  const { kind } = command;
  if (kind === 'close') return { ...command, end: mapEnd(command.end, map) };
  if (kind === 'start-child') {
    return { ...command, variables: mapValues(command.variables, map) };
  }
  if (kind === 'record') {
    const { iteration, end } = command;
    return { ...command, iteration: mapIteration(iteration, map), end: mapEnd(end, map) };
  }
  const begins = kind === 'run' || kind === 'open-manual' || kind === 'wait';
  return begins ? { ...command, iteration: mapIteration(command.iteration, map) } : command;
}

function mapIteration(iteration: Iteration, map: ValueMapping): Iteration {
  return { ...iteration, input: mapValues(iteration.input, map) };
}

function mapEnd(end: IterationEnd, map: ValueMapping): IterationEnd {
  return { ...end, output: mapValues(end.output, map), error: mapOrNull(end.error, map) };
}

function mapOrNull(held: ValueRef | null, map: ValueMapping): ValueRef | null {
  return held === null ? null : map(held);
}

/** Most of what a large job holds stays from step to step: what does not change is not copied. */
function mapMembers<T>(
  members: Readonly<Record<string, T>>,
  map: (member: T, key: string) => T,
): Readonly<Record<string, T>> {
  let changed: [string, T][] | undefined;
  for (const key of Object.keys(members)) {
    const member = members[key] as T; // its own key
    const mapped = map(member, key);
    if (mapped !== member) (changed ??= []).push([key, mapped]);
  }
  // Not by assignment: no name of a document may be special.
  return changed ? { ...members, ...Object.fromEntries(changed) } : members;
}

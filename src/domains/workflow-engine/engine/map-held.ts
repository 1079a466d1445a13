import { type Command, type IterationEnd } from './commands.js';
import { type HeldValue, type HeldValues } from './held-value.js';
import { type JobState } from './job-state.js';

/** Makes another form of a value: stored apart, sealed, or opened again. */
export type HeldMapping = (held: HeldValue) => HeldValue;

/** The same values, each in the form that `map` makes of it. */
export function mapValues(values: HeldValues, map: HeldMapping): HeldValues {
  return Object.fromEntries(Object.entries(values).map(([name, held]) => [name, map(held)]));
}

/** The same state with every value that it holds in another form. */
export function mapStateValues(state: JobState, map: HeldMapping): JobState {
  return {
    ...state,
    variables: mapValues(state.variables, map),
    outputs: mapMembers(state.outputs, (values) => mapValues(values, map)),
    loops: mapMembers(state.loops, (loop) => ({ ...loop, items: map(loop.items) })),
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
export function mapCommandValues(command: Command, map: HeldMapping): Command {
  switch (command.kind) {
    case 'record':
      return {
        ...command,
        iteration: { ...command.iteration, input: mapValues(command.iteration.input, map) },
        end: mapEnd(command.end, map),
      };
    case 'run':
    case 'open-manual':
    case 'wait':
      return {
        ...command,
        iteration: { ...command.iteration, input: mapValues(command.iteration.input, map) },
      };
    case 'close':
      return { ...command, end: mapEnd(command.end, map) };
    case 'start-child':
      return { ...command, variables: mapValues(command.variables, map) };
    case 'control-children':
    case 'notify-parent':
    case 'publish':
      return command;
  }
}

function mapEnd(end: IterationEnd, map: HeldMapping): IterationEnd {
  return { ...end, output: mapValues(end.output, map), error: mapOrNull(end.error, map) };
}

function mapOrNull(held: HeldValue | null, map: HeldMapping): HeldValue | null {
  return held === null ? null : map(held);
}

function mapMembers<T>(
  members: Readonly<Record<number, T>>,
  map: (member: T) => T,
): Readonly<Record<number, T>> {
  return Object.fromEntries(Object.entries(members).map(([at, member]) => [at, map(member)]));
}

import { type JsonValue } from '../../kernel/json.js';
import { type Method, type MethodTable } from '../transformations/method-call.js';
import { toJson } from '../transformations/to-json.js';
import { isList, type Value } from '../transformations/value.js';
import { type PureOutcome, type PureTask, type TaskInput } from '../engine/pure-task.js';
import { assertStorable } from './result-size.js';
import { TaskCall } from './task-call.js';
import { TaskMeter } from './task-meter.js';

/** A task that makes one value of its arguments: a line of a table. */
export interface TaskRow {
  /**
   * Names of what comes in, in the order of the function's arguments. With `?` an empty text counts as
   * nothing; with `...` the elements of a list are arguments of their own; `|` stands between names that
   * releases differ in, of which the first that is given counts.
   */
  readonly args: readonly string[];
  /** The name under which the result goes out. */
  readonly output: string;
  /** Answers undefined where the task fails. */
  readonly run: Method;
}

/** Tasks of one kind, by the names that documents give them. */
export type TaskTable = Readonly<Record<string, TaskRow>>;

/** What an argument is called and how it is read. */
export interface Parameter {
  readonly names: readonly string[];
  readonly isOptional: boolean;
  readonly isSpread: boolean;
}

/** The task that a line describes. */
export function pureTask({ args, run }: TaskRow): PureTask {
  const parameters = args.map(parameterOf);
  const shown = parameters.map(({ names: [name = ''] }) => name);
  return {
    run: (input, { now, spend }) => {
      const meter = new TaskMeter(spend);
      const values = parameters.flatMap((parameter) => argumentsOf(parameter, input));
      return outcomeOf(
        run(new TaskCall(values, { meter, now, random: Math.random }, shown)),
        meter,
      );
    },
  };
}

/** A method of a library by its name. @throws Error where there is none, when the tables are read */
export function methodOf(library: MethodTable, name: string): Method {
  const method = library[name];
  if (!method) throw new Error(`there is no method ${name}`);
  return method;
}

/** A value as the outcome of a task: nothing at all is a failure. */
export function outcomeOf(value: Value, meter: TaskMeter): PureOutcome {
  const output = storable(value, meter);
  return output === undefined ? { finish: 'failure' } : { finish: 'success', output };
}

/** A value as JSON of its own, not too large to be kept. @throws RunStop */
export function storable(value: Value, meter: TaskMeter): JsonValue | undefined {
  const json = toJson(value, meter);
  if (json !== undefined) assertStorable(json);
  return json;
}

/** An argument as a line of a table writes it. */
export function parameterOf(text: string): Parameter {
  const isSpread = text.startsWith('...');
  const isOptional = text.endsWith('?');
  const names = text.slice(isSpread ? 3 : 0, isOptional ? -1 : undefined).split('|');
  return { names, isOptional, isSpread };
}

function argumentsOf(
  { names, isOptional, isSpread }: Parameter,
  input: TaskInput,
): readonly Value[] {
  const name = names.find((one) => Object.hasOwn(input, one));
  const value: Value = name === undefined ? undefined : input[name];
  if (isSpread && isList(value)) return value;
  return [isOptional && value === '' ? undefined : value];
}

import { cutText } from '../../kernel/cut-text.js';
import { type JsonValue } from '../../kernel/json.js';
import { ownValue } from '../../kernel/json-reading.js';
import { RunStop } from '../transformations/run-stop.js';
import { isUnsafeKey } from '../transformations/value.js';
import { type PureTask, type TaskInput } from '../engine/pure-task.js';
import { EVALUATION } from './evaluation.js';
import { DEEP_MERGE, MERGE } from './merge.js';
import { outcomeOf, storable } from './task-row.js';
import { isNullHeld, queried } from '../transformations/query/query-value.js';
import { TaskMeter } from './task-meter.js';

/** What decides, asks and keeps in a job: tasks that know more than their arguments. */
export const CONTROL_TASKS: Readonly<Record<string, PureTask>> = {
  evaluation: EVALUATION,
  query: {
    run: (input, { spend }) => {
      const meter = new TaskMeter(spend);
      const query = textIn(input, 'query');
      const obj = ownValue(input, 'obj');
      const found = storable(queried(obj, query, meter), meter) ?? null;
      if (found !== null) return { finish: 'success', output: found };
      const isPassed = [true, 'true'].includes(ownValue(input, 'pass_on_null') as boolean | string);
      // A key that holds null is found; only what is not there at all is a failure.
      return isPassed || isNullHeld(obj, query, meter)
        ? { finish: 'success', output: null }
        : { finish: 'failure' };
    },
  },
  merge: MERGE,
  deepmerge: DEEP_MERGE,
  newVariable: {
    run: (input) => {
      const value = ownValue(input, 'value') ?? null;
      const effect = { kind: 'set-variable', name: nameIn(input, 'name'), value } as const;
      return { finish: 'success', output: value, effects: [effect] };
    },
  },
  updateJobDescription: {
    run: (input) => {
      const description = textIn(input, 'description');
      const effect = { kind: 'set-description', description } as const;
      return { finish: 'success', output: description, effects: [effect] };
    },
  },
  push: changingList((list = [], input) => {
    const pushed = [...list, ownValue(input, 'item_to_push') ?? null];
    return { list: pushed, output: pushed };
  }),
  pop: changingList((list = []) => ({ list: list.slice(0, -1), output: list.at(-1) })),
  shift: changingList((list = []) => ({ list: list.slice(1), output: list[0] })),
};

/** What a change made of a list of the job. */
interface Changed {
  readonly list: JsonValue[];
  /** What goes out; undefined where there was nothing to take away. */
  readonly output: JsonValue | undefined;
}

/** A task that changes a list that is a variable of the job; it fails where there is nothing to take away. */
function changingList(
  change: (list: readonly JsonValue[] | undefined, input: TaskInput) => Changed,
): PureTask {
  return {
    needs: (input) => [{ kind: 'variable', name: nameIn(input, 'job_variable') }],
    run: (input, { given: [present], spend }) => {
      const name = nameIn(input, 'job_variable');
      if (present !== undefined && present !== null && !Array.isArray(present)) {
        throw new RunStop('wrong-type', `the variable '${cutText(name, 60)}' is no array`);
      }
      const { list, output } = change(present ?? undefined, input);
      if (output === undefined) return { finish: 'failure' };
      const meter = new TaskMeter(spend);
      const value = storable(list, meter) ?? [];
      return { ...outcomeOf(output, meter), effects: [{ kind: 'set-variable', name, value }] };
    },
  };
}

/** The name of a variable. @throws RunStop */
function nameIn(input: TaskInput, key: string): string {
  const name = textIn(input, key);
  if (name !== '' && !isUnsafeKey(name)) return name;
  throw new RunStop('unsafe-key', `'${key}' must be the name of a variable`);
}

/** A text, or the text of something plain. @throws RunStop */
function textIn(input: TaskInput, key: string): string {
  const value = ownValue(input, key) ?? '';
  if (typeof value !== 'object') return String(value);
  throw new RunStop('wrong-type', `'${key}' must be a text`);
}

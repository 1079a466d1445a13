import { invariant } from '../../kernel/invariant.js';
import { type PureTask, type TaskInput } from '../engine/pure-task.js';

/** Which task is meant by a name: the first one whose argument is given, else the last. */
type Meanings = readonly (readonly [argument: string, task: string])[];

const LIST = 'arr';
/**
 * Names that several tasks bear on the canvas, and those of other releases. What a task is given tells
 * which one is meant.
 */
export const NAMESAKES: readonly (readonly [name: string, meanings: Meanings])[] = [
  [
    'arrayPop',
    [
      ['job_variable', 'pop'],
      [LIST, 'arrayPop'],
    ],
  ],
  [
    'concat',
    [
      [LIST, 'arrayConcat'],
      ['str', 'stringConcat'],
    ],
  ],
  ['concatArray', [[LIST, 'arrayConcat']]],
  [
    'includes',
    [
      [LIST, 'arrayIncludes'],
      ['str', 'includes'],
    ],
  ],
  [
    'indexOf',
    [
      [LIST, 'arrayIndexOf'],
      ['str', 'indexOf'],
    ],
  ],
  [
    'lastIndexOf',
    [
      [LIST, 'arrayLastIndexOf'],
      ['str', 'lastIndexOf'],
    ],
  ],
  [
    'length',
    [
      [LIST, 'arrayLength'],
      ['str', 'stringLength'],
    ],
  ],
  [
    'pop',
    [
      [LIST, 'arrayPop'],
      ['job_variable', 'pop'],
    ],
  ],
  [
    'push',
    [
      [LIST, 'arrayPush'],
      ['job_variable', 'push'],
    ],
  ],
  [
    'shift',
    [
      [LIST, 'arrayShift'],
      ['job_variable', 'shift'],
    ],
  ],
  [
    'slice',
    [
      [LIST, 'arraySlice'],
      ['str', 'slice'],
    ],
  ],
  [
    'toString',
    [
      [LIST, 'arrayToString'],
      ['num', 'numberToString'],
      ['value', 'objectToString'],
    ],
  ],
];

/** The tasks that stand for others, by their names. */
export function namesakes(tasks: ReadonlyMap<string, PureTask>): ReadonlyMap<string, PureTask> {
  return new Map(
    NAMESAKES.map(([name, meanings]) => [
      name,
      deciding(meanings.map(([argument, task]) => [argument, taskOf(tasks, task)])),
    ]),
  );
}

function taskOf(tasks: ReadonlyMap<string, PureTask>, name: string): PureTask {
  const task = tasks.get(name);
  invariant(task !== undefined, `there is no task ${name}`);
  return task;
}

function deciding(meanings: readonly (readonly [argument: string, task: PureTask])[]): PureTask {
  const meant = (input: TaskInput): PureTask | undefined =>
    (meanings.find(([argument]) => Object.hasOwn(input, argument)) ?? meanings.at(-1))?.[1];
  return {
    needs: (input) => meant(input)?.needs?.(input) ?? [],
    run: (input, context) => meant(input)?.run(input, context) ?? { finish: 'failure' },
  };
}

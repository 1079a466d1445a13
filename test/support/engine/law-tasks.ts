import { type JsonValue } from '../../../src/kernel/json.js';
import { textOf } from '../../../src/kernel/json-reading.js';
import { type TaskOutcome } from '../../../src/cores/engine/commands.js';
import {
  type PureTask,
  type PureTaskLookup,
  type TaskInput,
} from '../../../src/cores/engine/pure-task.js';

/** How the run of this number ends, as the task itself says in `finishes`; the last entry holds for ever. */
export function drawnOutcome(input: TaskInput, id: string, number: number): TaskOutcome {
  const finishes = Array.isArray(input['finishes']) ? input['finishes'] : ['success'];
  const finish = finishes[Math.min(number, finishes.length) - 1];
  // What it is given to carry on, it puts out: by that a trial follows where a value goes.
  const { carried } = input;
  const told = carried === undefined ? {} : { carried };
  const value: JsonValue = { task: id, number, ...told };
  if (finish === 'error') return { finish, error: { message: `${id} ended so`, number, ...told } };
  return { finish: finish === 'failure' ? 'failure' : 'success', output: value };
}

/** Counts its own runs in a variable of its own, which is how it knows the number of the run. */
const COMPUTE: PureTask = {
  needs: ({ id }) => [{ kind: 'variable', name: `runs_of_${textOf(id)}` }],
  run: (input, { given }) => {
    const id = textOf(input['id']);
    const number = (typeof given[0] === 'number' ? given[0] : 0) + 1;
    return {
      ...drawnOutcome(input, id, number),
      effects: [{ kind: 'set-variable', name: `runs_of_${id}`, value: number }],
    };
  },
};

/** The one pure task that drawn workflows have. */
export const lawTasks: PureTaskLookup = (app, name) =>
  app === 'Laws' && name === 'compute' ? COMPUTE : undefined;

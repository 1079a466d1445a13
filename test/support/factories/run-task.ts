import { type JsonValue } from '../../../src/kernel/json.js';
import { type PureOutcome, type TaskInput } from '../../../src/cores/engine/pure-task.js';
import { pureTaskOf } from '../../../src/cores/tasks/pure-tasks.js';

/** What time it is in tasks that tests run. */
export const TASK_NOW = Date.UTC(2026, 10, 21, 12, 30, 5, 52);

interface Around {
  readonly given?: readonly (JsonValue | undefined)[];
  readonly spend?: (units: number) => void;
  readonly app?: string;
}

/** Runs a pure task as the engine does: what it throws is how it ends. */
export function runTask(name: string, input: TaskInput, around: Around = {}): PureOutcome {
  const task = pureTaskOf(around.app ?? 'WorkFlowEngine', name);
  if (!task) throw new Error(`there is no task ${name}`);
  const { given = [], spend = () => undefined } = around;
  try {
    return task.run(input, { now: TASK_NOW, given, spend });
  } catch (thrown) {
    return { finish: 'error', error: thrown instanceof Error ? thrown.message : String(thrown) };
  }
}

/** What a task puts out; the word for how it ended where that is not success. */
export function outputOf(name: string, input: TaskInput, around: Around = {}): unknown {
  const outcome = runTask(name, input, around);
  return outcome.finish === 'success' ? (outcome.outputs ?? outcome.output) : outcome.finish;
}

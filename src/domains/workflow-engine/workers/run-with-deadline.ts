import { type TaskOutcome } from '../../../cores/engine/commands.js';
import { taskError } from './task-errors.js';
import { type TaskCall, type TaskExecutor } from './task-executor.js';

/**
 * Runs a task as long as it may take. One that listens to no signal is left to itself then: what comes of
 * it comes too late.
 * @throws the reason of `call.signal` when that fires, and whatever the executor throws.
 */
export async function runWithDeadline(
  executor: TaskExecutor,
  call: TaskCall,
): Promise<TaskOutcome> {
  const deadline = AbortSignal.timeout(executor.deadlineMs);
  const signal = AbortSignal.any([call.signal, deadline]);
  const ended = new Promise<TaskOutcome>((resolve, reject) => {
    const end = (): void => {
      if (call.signal.aborted) reject(call.signal.reason as Error);
      else resolve(lateError(executor));
    };
    if (signal.aborted) end();
    else signal.addEventListener('abort', end, { once: true });
  });
  try {
    return await Promise.race([executor.run({ ...call, signal }), ended]);
  } catch (error) {
    if (deadline.aborted && !call.signal.aborted) return lateError(executor);
    throw error;
  }
}

function lateError({ deadlineMs }: TaskExecutor): TaskOutcome {
  return taskError(`The task did not end within ${String(deadlineMs)} ms`, 'task-timeout');
}

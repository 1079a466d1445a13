import { AppError } from '#kernel/app-error.js';
import { type TaskOutcome } from '#cores/engine/commands.js';
import { taskError } from '../../workers/task-errors.js';

/**
 * What came of the work of a task: where it was refused, an error that says why.
 * @throws AppError `not-found`, so that a test run may do without a document that is absent.
 */
export async function failedTask(
  signal: AbortSignal,
  work: () => Promise<TaskOutcome>,
): Promise<TaskOutcome> {
  try {
    signal.throwIfAborted();
    return await work();
  } catch (error) {
    signal.throwIfAborted();
    if (!(error instanceof AppError) || error.kind === 'not-found') throw error;
    const places = error.errors.map(({ pointer, detail }) => `${pointer.slice(2)} ${detail}`);
    return taskError([error.detail, ...places].join(': '), error.code);
  }
}

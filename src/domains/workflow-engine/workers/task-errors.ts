import { AppError } from '../../../kernel/app-error.js';
import { type JsonObject } from '../../../kernel/json.js';
import { type TaskOutcome } from '../../../cores/engine/commands.js';

/** The error of a task that the engine itself ends. */
export function taskError(
  message: string,
  code: string,
  more: JsonObject = {},
): Extract<TaskOutcome, { finish: 'error' }> {
  return { finish: 'error', error: { message, code, ...more } };
}

/** A try that ended without anybody knowing what it did: the author's error edge, or a person, decides. */
export const OUTCOME_UNKNOWN = taskError('interrupted, outcome unknown', 'outcome-unknown');

/** What a task is told of something that an executor threw: nothing but what callers are told as well. */
export function thrownError(error: unknown): Extract<TaskOutcome, { finish: 'error' }> {
  if (error instanceof AppError) return taskError(error.detail, error.code);
  return taskError('The platform failed; its log says why', 'internal');
}

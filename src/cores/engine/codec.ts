import { type Command } from './commands.js';
import { FINISH_STATES, type FinishState } from './finish-state.js';
import { type JobState, type TaskPhase, type TaskState } from './job-state.js';

const PHASES: readonly TaskPhase[] = ['pending', 'ready', 'running', 'waiting', 'done', 'dead'];

/** phase, finish (-1 for none), iterations, generation, tries, 1 where it reads secrets. */
type TaskRow = readonly [number, number, number, number, number, 0 | 1];
/** Rows that repeat are written once: most of a large workflow has not begun, or is done. */
type WrittenTasks = readonly (number | TaskRow)[];

/**
 * The state as the text that a job keeps. The tasks are rows of numbers, because a workflow can have
 * thousands of them; a run of equal rows is one row and their count.
 */
export function encodeState(state: JobState): string {
  return JSON.stringify({ ...state, tasks: encodeTasks(state.tasks) });
}

/** Reads what `encodeState` wrote. */
export function decodeState(text: string): JobState {
  const written = JSON.parse(text) as Omit<JobState, 'tasks'> & { readonly tasks: WrittenTasks };
  return { ...written, tasks: decodeTasks(written.tasks) };
}

/** Commands as the text of an outbox. */
export function encodeCommands(commands: readonly Command[]): string {
  return JSON.stringify(commands);
}

/** Reads what `encodeCommands` wrote. */
export function decodeCommands(text: string): readonly Command[] {
  return JSON.parse(text) as readonly Command[];
}

function encodeTasks(tasks: readonly TaskState[]): WrittenTasks {
  const written: (number | TaskRow)[] = [];
  let last = '';
  let repeats = 0;
  const flush = (): void => {
    if (repeats > 0) written.push(repeats);
    repeats = 0;
  };
  for (const task of tasks) {
    const row = rowOf(task);
    const key = row.join();
    if (key === last) {
      repeats += 1;
      continue;
    }
    flush();
    written.push(row);
    last = key;
  }
  flush();
  return written;
}

function decodeTasks(written: WrittenTasks): readonly TaskState[] {
  const tasks: TaskState[] = [];
  for (const entry of written) {
    if (typeof entry !== 'number') {
      tasks.push(taskOf(entry));
      continue;
    }
    const last = tasks.at(-1);
    for (let count = 0; last && count < entry; count += 1) tasks.push(last);
  }
  return tasks;
}

function rowOf(task: TaskState): TaskRow {
  const finish = task.finish === null ? -1 : FINISH_STATES.indexOf(task.finish);
  const { iterations, generation, tries, secret } = task;
  return [PHASES.indexOf(task.phase), finish, iterations, generation, tries, secret ? 1 : 0];
}

function taskOf([phase, finish, iterations, generation, tries, secret]: TaskRow): TaskState {
  const ended: FinishState | null = FINISH_STATES[finish] ?? null;
  const known = PHASES[phase] ?? 'pending';
  return {
    phase: known,
    finish: ended,
    iterations,
    generation,
    tries,
    secret: secret === 1,
  };
}

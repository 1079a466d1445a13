import { type TaskDescription } from './task-description.js';

/** A task that a worker runs. */
export type WorkerTask = Omit<TaskDescription, 'app' | 'type'>;

/** Tasks of one application, by their names. */
export const describeWorkerTasks = (
  app: string,
  tasks: Readonly<Record<string, WorkerTask>>,
): Readonly<Record<string, TaskDescription>> =>
  Object.fromEntries(
    Object.entries(tasks).map(([name, task]) => [name, { app, type: 'automatic', ...task }]),
  );

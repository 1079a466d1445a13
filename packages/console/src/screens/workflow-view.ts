import { type WorkflowDocument } from '../../../client/src/client.js';
import { textIn } from '../members.js';
import { written } from '../parts/plain-text.js';

/** A task of a workflow, as its document has it. */
export type Task = Readonly<Record<string, unknown>>;

/** The tasks of a workflow by id. */
export function tasksOf({ tasks }: WorkflowDocument): Readonly<Record<string, Task>> {
  return (tasks ?? {}) as Readonly<Record<string, Task>>;
}

/** What people call a task. */
export function titleOf(id: string, task: Task): string {
  return written(textIn(task, 'summary') ?? textIn(task, 'name') ?? id);
}

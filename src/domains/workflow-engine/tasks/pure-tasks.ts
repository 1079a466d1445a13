import { type PureTask, type PureTaskLookup } from '../engine/pure-task.js';
import { ARRAY_TASKS } from './array-tasks.js';
import { CONTROL_TASKS } from './control-tasks.js';
import { MAKE_DATA } from './make-data.js';
import { STRING_TASKS } from './string-tasks.js';
import { pureTask, type TaskTable } from './task-row.js';

/** The application whose tasks these are. */
const APPLICATION = 'WorkFlowEngine';

const TABLES: readonly TaskTable[] = [STRING_TASKS, ARRAY_TASKS];

const TASKS: ReadonlyMap<string, PureTask> = new Map([
  ...TABLES.flatMap((table) =>
    Object.entries(table).map(([name, row]) => [name, pureTask(row)] as const),
  ),
  ...Object.entries(CONTROL_TASKS),
  ['makeData', MAKE_DATA] as const,
]);

/** The tasks that run within a step of the engine. */
export const pureTaskOf: PureTaskLookup = (app, name) =>
  app === APPLICATION ? TASKS.get(name) : undefined;

import { type PureTask, type PureTaskLookup } from '../engine/pure-task.js';
import { TEMPLATE_APPLICATION, TEMPLATE_TASKS } from './template-tasks.js';
import { ARRAY_TASKS } from './array-tasks.js';
import { CONTROL_TASKS } from './control-tasks.js';
import { MAKE_DATA } from './make-data.js';
import { NUMBER_TASKS } from './number-tasks.js';
import { OBJECT_TASKS } from './object-tasks.js';
import { namesakes } from './namesakes.js';
import { STRING_TASKS } from './string-tasks.js';
import { pureTask, type TaskTable } from './task-row.js';
import { TIME_TASKS } from './time-tasks.js';
import { TOOL_TASKS } from './tool-tasks.js';
import { TRANSFORMATION } from './transformation-task.js';

/** The application whose tasks these are. */
const APPLICATION = 'WorkFlowEngine';

/** Tasks that make one value of their arguments, by what they are about. */
export const TASK_TABLES: Readonly<Record<string, TaskTable>> = {
  texts: STRING_TASKS,
  lists: ARRAY_TASKS,
  objects: OBJECT_TASKS,
  numbers: NUMBER_TASKS,
  times: TIME_TASKS,
  formats: TOOL_TASKS,
};

const TASKS = new Map<string, PureTask>([
  ...Object.values(TASK_TABLES).flatMap((table) =>
    Object.entries(table).map(([name, row]) => [name, pureTask(row)] as const),
  ),
  ...Object.entries(CONTROL_TASKS),
  ['makeData', MAKE_DATA],
  ['transformation', TRANSFORMATION],
]);

const ALL: ReadonlyMap<string, PureTask> = new Map([...TASKS, ...namesakes(TASKS)]);

const BY_APPLICATION: ReadonlyMap<string, ReadonlyMap<string, PureTask>> = new Map([
  [APPLICATION, ALL],
  [TEMPLATE_APPLICATION, new Map(Object.entries(TEMPLATE_TASKS))],
]);

/** The names of all of them, by application. */
export const PURE_TASK_NAMES: ReadonlyMap<string, readonly string[]> = new Map(
  [...BY_APPLICATION].map(([app, tasks]) => [app, [...tasks.keys()].sort()]),
);

/** The tasks that run within a step of the engine. */
export const pureTaskOf: PureTaskLookup = (app, name) => BY_APPLICATION.get(app)?.get(name);

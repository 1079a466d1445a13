import { ARRAY_METHODS } from '../../content/transformations/interpreter/methods/array-methods.js';
import { type Method } from '../../content/transformations/interpreter/method-call.js';
import { methodOf, type TaskTable } from './task-row.js';

const native = (name: string): Method => methodOf(ARRAY_METHODS, name);

/** Methods of lists: none of them changes the list that is given. */
export const ARRAY_TASKS: TaskTable = {
  arrayPush: { args: ['arr', 'elementN'], output: 'pushedArray', run: native('push') },
};

import { STRING_METHODS } from '../../content/transformations/interpreter/methods/string-methods.js';
import { type Method } from '../../content/transformations/interpreter/method-call.js';
import { methodOf, type TaskTable } from './task-row.js';

const native = (name: string): Method => methodOf(STRING_METHODS, name);

/** Methods of texts. */
export const STRING_TASKS: TaskTable = {
  stringConcat: {
    args: ['str', '...stringN'],
    output: 'combinedStrings',
    run: native('concat'),
  },
};

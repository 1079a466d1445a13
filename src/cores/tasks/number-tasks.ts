import { NUMBER_METHODS } from '../transformations/methods/number-methods.js';
import { type Method } from '../transformations/method-call.js';
import { methodOf, type TaskTable } from './task-row.js';

const native = (name: string): Method => methodOf(NUMBER_METHODS, name);

/** Numbers, and the texts that they are made of and into. */
export const NUMBER_TASKS: TaskTable = {
  isInteger: { args: ['num|value'], output: 'result', run: native('isInteger') },
  numberToString: { args: ['num', 'radix?'], output: 'numToString', run: native('toString') },
  parseFloat: { args: ['str|string|text'], output: 'number', run: native('parseFloat') },
  parseInt: { args: ['str|string|text', 'radix?'], output: 'number', run: native('parseInt') },
  toExponential: {
    args: ['num', 'fractionDigits?'],
    output: 'numToString',
    run: native('toExponential'),
  },
  toFixed: { args: ['num', 'digits?'], output: 'numToString', run: native('toFixed') },
  toPrecision: { args: ['num', 'precision?'], output: 'numToString', run: native('toPrecision') },
};

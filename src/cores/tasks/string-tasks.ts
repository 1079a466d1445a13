import { STRING_METHODS } from '../transformations/methods/string-methods.js';
import { type Method } from '../transformations/method-call.js';
import { matchIn, replaceWithin, searchIn } from './string-patterns.js';
import { methodOf, type TaskTable } from './task-row.js';

const native = (name: string): Method => methodOf(STRING_METHODS, name);
const SEARCHED = ['str', 'searchValue|searchString', 'fromIndex|position?'];
const PADDED = ['str', 'targetLength?', 'padString?'];

/** Methods of texts, by the names that documents give them; what they do JavaScript says. */
export const STRING_TASKS: TaskTable = {
  charAt: { args: ['str', 'index?'], output: 'character', run: native('charAt') },
  charCodeAt: { args: ['str', 'index?'], output: 'charCode', run: native('charCodeAt') },
  codePointAt: { args: ['str', 'pos|index?'], output: 'codePoint', run: native('codePointAt') },
  endsWith: {
    args: ['str', 'searchString', 'length?'],
    output: 'result',
    run: native('endsWith'),
  },
  includes: { args: SEARCHED, output: 'result', run: native('includes') },
  indexOf: { args: SEARCHED, output: 'index', run: native('indexOf') },
  lastIndexOf: { args: SEARCHED, output: 'index', run: native('lastIndexOf') },
  localeCompare: { args: ['str', 'compareString'], output: 'result', run: native('localeCompare') },
  match: { args: ['str', 'regexp'], output: 'matches', run: matchIn },
  normalize: { args: ['str', 'form?'], output: 'normalizedString', run: native('normalize') },
  padEnd: { args: PADDED, output: 'paddedString', run: native('padEnd') },
  padStart: { args: PADDED, output: 'paddedString', run: native('padStart') },
  repeat: { args: ['str', 'count'], output: 'repeatedString', run: native('repeat') },
  replace: {
    args: ['str', 'substr', 'newSubstr', 'regexp?'],
    output: 'replacedString',
    run: replaceWithin(false),
  },
  replaceAll: {
    args: ['str', 'substr', 'newSubstr', 'regexp?'],
    output: 'replacedString',
    run: replaceWithin(true),
  },
  search: { args: ['str', 'regexp'], output: 'index', run: searchIn },
  slice: {
    args: ['str', 'beginIndex|begin|start?', 'endIndex|end?'],
    output: 'slicedString',
    run: native('slice'),
  },
  split: { args: ['str', 'separator?', 'limit?'], output: 'splitArray', run: native('split') },
  startsWith: {
    args: ['str', 'searchString', 'position?'],
    output: 'result',
    run: native('startsWith'),
  },
  stringConcat: { args: ['str', '...stringN'], output: 'combinedStrings', run: native('concat') },
  stringLength: { args: ['str'], output: 'length', run: native('length') },
  substr: { args: ['str', 'start?', 'length?'], output: 'substring', run: native('substr') },
  substring: {
    args: ['str', 'indexStart?', 'indexEnd?'],
    output: 'substring',
    run: native('substring'),
  },
  toLowerCase: { args: ['str'], output: 'lowercaseString', run: native('toLowerCase') },
  toUpperCase: { args: ['str'], output: 'uppercaseString', run: native('toUpperCase') },
  trim: { args: ['str'], output: 'trimmedString', run: native('trim') },
  trimEnd: { args: ['str'], output: 'trimmedString', run: native('trimEnd') },
  trimStart: { args: ['str'], output: 'trimmedString', run: native('trimStart') },
};

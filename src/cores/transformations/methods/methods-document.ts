import { methodsByLibrary } from './methods.js';

/** Methods that are JavaScript's and not here, and why. */
interface LeftOut {
  readonly library: string;
  readonly names: readonly string[];
  readonly why: string;
}

const OF_PROTOTYPES = 'reach what lies behind data';
const OF_STATE = 'change what an object may become; objects never change here';
const OLD = 'replaced in JavaScript itself long ago';

export const LEFT_OUT: readonly LeftOut[] = [
  { library: 'Array', names: ['fromAsync'], why: 'waits; a transformation waits for nothing' },
  { library: 'Date', names: ['getYear', 'setYear'], why: OLD },
  { library: 'Date', names: ['toTemporalInstant'], why: 'makes a kind of value that is not here' },
  {
    library: 'JSON',
    names: ['isRawJSON', 'rawJSON'],
    why: 'makes a kind of value that is not here',
  },
  {
    library: 'Map',
    names: ['getOrInsert', 'getOrInsertComputed'],
    why: 'reads and changes at once; `has`, `get` and `set` do it here',
  },
  {
    library: 'Math',
    names: ['f16round', 'sumPrecise'],
    why: 'not in every supported version of JavaScript',
  },
  {
    library: 'Object',
    names: [
      ...['__defineGetter__', '__defineSetter__', '__lookupGetter__', '__lookupSetter__'],
      ...['__proto__', 'create', 'defineProperties', 'defineProperty', 'getOwnPropertyDescriptor'],
      ...['getOwnPropertyDescriptors', 'getOwnPropertySymbols', 'getPrototypeOf'],
      ...['isPrototypeOf', 'setPrototypeOf'],
    ],
    why: OF_PROTOTYPES,
  },
  {
    library: 'Object',
    names: ['freeze', 'isExtensible', 'isFrozen', 'isSealed', 'preventExtensions', 'seal'],
    why: OF_STATE,
  },
  { library: 'RegExp', names: ['compile', 'input', 'lastMatch', 'lastParen'], why: OLD },
  { library: 'RegExp', names: ['leftContext', 'rightContext', '$_'], why: OLD },
  { library: 'RegExp', names: [1, 2, 3, 4, 5, 6, 7, 8, 9].map((at) => `$${at}`), why: OLD },
  { library: 'RegExp', names: ['escape'], why: 'not in every supported version of JavaScript' },
  {
    library: 'String',
    names: [
      ...['anchor', 'big', 'blink', 'bold', 'fixed', 'fontcolor', 'fontsize', 'italics', 'link'],
      ...['small', 'strike', 'sub', 'sup'],
    ],
    why: 'writes HTML, without escaping',
  },
  { library: 'String', names: ['raw'], why: 'is for the source text of programs' },
];

/** Methods that JavaScript does not have, or that answer something else here: arguments, and the answer. */
const NOTES: readonly (readonly [method: string, args: string, answer: string])[] = [
  ['Array.getIndex', 'list, index', 'the element'],
  ['Array.length', 'list', 'how many elements; of a text its characters'],
  ['Array.new Array', 'elements, or with `polymorphIndex` 1 a length', 'a list'],
  ['Array.pop', 'list', '`/return/value`: the last element, `/return/array`: the rest'],
  ['Array.push', 'list, elements', 'the list with them at its end'],
  ['Array.setIndex', 'list, index, element', 'the list with it'],
  ['Array.shift', 'list', '`/return/value`: the first element, `/return/array`: the rest'],
  [
    'Array.splice',
    'list, start, count, elements',
    '`/return/spliced`: what is taken out (`/return/value` too), `/return/array`: what is left',
  ],
  ['Array.unshift', 'list, elements', 'the list with them at its beginning'],
  ['Bitwise.*', 'numbers', 'as the operators; `AND` or `and`, likewise `NOT`, `OR`, `XOR`'],
  [
    'Conditional.if...else',
    'condition, value, value',
    'as `ternary`; named as a context: see below',
  ],
  [
    'Conditional.switch',
    'value, then case and answer in turn, at last what else',
    'the answer of the first equal case; named as a context: see below',
  ],
  ['Conditional.ternary', 'condition, value, value', 'the first value when the condition is true'],
  ['Date.new Date', 'nothing, a text, milliseconds, or parts', 'a date'],
  ['Date.set…', 'date, parts', 'the time then, in milliseconds since 1970'],
  ['Equality.deepEquals', 'two values', 'whether they hold the same; `notDeepEquals` the opposite'],
  ['Equality.equality', 'two values', '`==`; `inequality` is `!=`'],
  ['Equality.identity', 'two values', '`===`; `nonidentity` is `!==`'],
  [
    'JSON.type of',
    'a value',
    'what `typeof` says: `string`, `number`, `boolean`, `object`, `undefined`',
  ],
  ['Logical.*', 'values', '`&&`, `||`, `??` and `!`: one of the values, not merely true or false'],
  ['Map.delete', 'map, key', '`/return/value`: whether it was there, `/return/map`: what is left'],
  ['Map.set', 'map, key, value', 'the map with it'],
  ['Math.add', 'numbers', 'their sum; `subtract`, `multiply`, `divide`, `remainder`, … likewise'],
  ['Object.deleteProperty', 'object, key', 'the object without it'],
  ['Object.getProperty', 'object, key', 'the value'],
  ['Object.isEmpty', 'object', 'whether it has no members'],
  ['Object.isEqual', 'two values', 'as `Equality.deepEquals`'],
  ['Object.new Object', 'nothing, an object or a text of JSON', 'an object'],
  ['Object.optional chaining', 'object, keys', 'as far as the keys lead'],
  ['Object.setProperty', 'object, key, value', 'the object with it'],
  ['Set.add', 'set, element', 'the set with it'],
  [
    'Set.delete',
    'set, element',
    '`/return/value`: whether it was there, `/return/set`: what is left',
  ],
  ['String.length', 'text', 'how many characters'],
  ['String.matchAll', 'text, pattern', 'the groups of each match'],
  [
    'String.templateLiteral',
    'template, values',
    'the template with them for its `${name}`s, in order',
  ],
  ['WorkFlowEngine.query', 'pass on null, query, value', 'what the query finds'],
];

/** The page that lists every method. */
export function methodsDocument(): string {
  const tables = [...methodsByLibrary()].map(
    ([library, names]) => `| ${library} | ${names.map((name) => `\`${name}\``).join(' ')} |`,
  );
  const notes = NOTES.map(
    (row) => `| ${row.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`,
  );
  const left = LEFT_OUT.map(
    ({ library, names, why }) =>
      `| ${library} | ${names.map((one) => `\`${one}\``).join(' ')} | ${why} |`,
  );
  return [
    ...INTRODUCTION,
    ...table(['library', 'methods'], tables),
    ...MEANING,
    ...table(['method', 'arguments', 'answer'], notes),
    ...CONTEXTS,
    ...table(['library', 'methods', 'why'], left),
  ].join('\n');
}

function table(head: readonly string[], rows: readonly string[]): readonly string[] {
  const line = (cells: readonly string[]): string => `| ${cells.join(' | ')} |`;
  return [line(head), line(head.map(() => '---')), ...rows, ''];
}

const INTRODUCTION = [
  '# Methods of transformations',
  '',
  'Generated from the tables of the interpreter; do not edit it. A step names a method by `library` and `method`; what it',
  'works on is its first argument (`/args/0/value`), what it answers lies at `/return`.',
  '',
];

const MEANING = [
  'A method does what the one of that name does in JavaScript, with what JavaScript makes of its arguments; it ends the run',
  'only where JavaScript would throw. Nothing changes a value: where JavaScript changes a list, an object, a set or a map, the',
  'changed one is the answer. Dates are UTC. An argument that is `null` or an empty text in the step is not given.',
  'Sets and maps go out as lists of their elements. Different from JavaScript, or not in it:',
  '',
];

const CONTEXTS = [
  'A step or an assign with `context: "#/ID[N]"` happens only in case N (from 0) of step ID: a step of type `context`, or a',
  '`Conditional.switch` or `Conditional.if...else`. The first argument is what a `switch` chooses by, the others are its cases;',
  'the number after the last is for everything else. When an assign to `/context` brings what it chooses by, all arguments are',
  'cases. Of an `if...else`, case 0 is for what is true, case 1 for the rest.',
  '',
  '## Left out',
  '',
];

import { isTrue } from '../coerce.js';
import { deeplyEqual, looselyEqual } from '../equality.js';
import { type MethodCall, type MethodTable } from '../method-call.js';
import { type Value } from '../value.js';

const strictly: MethodTable[string] = ({ args }) => args[0] === args[1];
const notStrictly: MethodTable[string] = ({ args }) => args[0] !== args[1];

/** `==`, `===` and comparison by content; objects are equal by `==` only to themselves. */
export const EQUALITY_METHODS: MethodTable = {
  deepEquals: ({ args, meter }) => deeplyEqual(args[0], args[1], meter),
  equality: ({ args, meter }) => looselyEqual(args[0], args[1], meter),
  identity: strictly,
  inequality: ({ args, meter }) => !looselyEqual(args[0], args[1], meter),
  nonidentity: notStrictly,
  notDeepEquals: ({ args, meter }) => !deeplyEqual(args[0], args[1], meter),
  'strict equality': strictly,
  'strict inequality': notStrictly,
  strictEquality: strictly,
  strictInequality: notStrictly,
};

/** `<` and the like: texts are compared as texts, everything else as numbers. */
export const RELATIONAL_METHODS: MethodTable = {
  greaterThan: (call) => compared(call, (order) => order > 0),
  greaterThanOrEqual: (call) => compared(call, (order) => order >= 0),
  in: (call) => Object.hasOwn(Object(call.args[1]) as object, call.anyText(0)),
  lessThan: (call) => compared(call, (order) => order < 0),
  lessThanOrEqual: (call) => compared(call, (order) => order <= 0),
};

/** They answer one of their arguments, as JavaScript does, not merely true or false. */
export const LOGICAL_METHODS: MethodTable = {
  and: ({ args }) => chosen(args, (value) => !isTrue(value)),
  not: ({ args }) => !isTrue(args[0]),
  nullish: ({ args }) => chosen(args, (value) => value !== undefined && value !== null),
  or: ({ args }) => chosen(args, isTrue),
};

/** Both sides are already there: a transformation has no branches that do not run but contexts. */
export const CONDITIONAL_METHODS: MethodTable = {
  ternary: ({ args }) => (isTrue(args[0]) ? args[1] : args[2]),
};

/** Truth values. */
export const BOOLEAN_METHODS: MethodTable = {
  'new Boolean': ({ args }) => isTrue(args[0]),
  toString: (call: MethodCall) => call.anyText(0),
};

/** The one value of its kind. */
export const NULL_METHODS: MethodTable = { 'new Null': () => null };

/** Operators with one operand. */
export const UNARY_METHODS: MethodTable = {
  negation: (call) => -call.number(0),
  plus: (call) => call.number(0),
  typeof: ({ args }) => typeof args[0],
};

/** Operators on the bits of 32-bit integers. */
export const BITWISE_METHODS: MethodTable = {
  and: (call) => call.number(0) & call.number(1),
  leftShift: (call) => call.number(0) << call.number(1),
  not: (call) => ~call.number(0),
  or: (call) => call.number(0) | call.number(1),
  rightShift: (call) => call.number(0) >> call.number(1),
  unsignedRightShift: (call) => call.number(0) >>> call.number(1),
  xor: (call) => call.number(0) ^ call.number(1),
};

/** The first value that decides, else the last. */
function chosen(args: readonly Value[], decides: (value: Value) => boolean): Value {
  const at = args.findIndex(decides);
  return at === -1 ? args.at(-1) : args[at];
}

function compared(call: MethodCall, holds: (order: number) => boolean): boolean {
  const [a, b] = call.args;
  if (typeof a === 'string' && typeof b === 'string') {
    if (a === b) return holds(0);
    return holds(a < b ? -1 : 1);
  }
  const order = comparable(call, 0) - comparable(call, 1);
  // Two infinities of one sign differ by no number.
  return holds(Number.isNaN(order) && comparable(call, 0) === comparable(call, 1) ? 0 : order);
}

function comparable(call: MethodCall, at: number): number {
  return call.args[at] === null ? 0 : call.number(at);
}

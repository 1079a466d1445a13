import { isTrue } from '../coerce.js';
import { deeplyEqual, inOrder, looselyEqual, sameValue } from '../equality.js';
import { type Method, type MethodCall, type MethodTable } from '../method-call.js';
import { membersOf, type Value } from '../value.js';

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
  greaterThan: ({ args, meter }) => inOrder(args[0], args[1], meter, (a, b) => a > b),
  greaterThanOrEqual: ({ args, meter }) => inOrder(args[0], args[1], meter, (a, b) => a >= b),
  in: (call) => Object.hasOwn(membersOf(call.args[1]), call.anyText(0)),
  lessThan: ({ args, meter }) => inOrder(args[0], args[1], meter, (a, b) => a < b),
  lessThanOrEqual: ({ args, meter }) => inOrder(args[0], args[1], meter, (a, b) => a <= b),
};

/** They answer one of their arguments, as JavaScript does, not merely true or false. */
export const LOGICAL_METHODS: MethodTable = {
  and: ({ args }) => chosen(args, (value) => !isTrue(value)),
  not: ({ args }) => !isTrue(args[0]),
  nullish: ({ args }) => chosen(args, (value) => value !== undefined && value !== null),
  or: ({ args }) => chosen(args, isTrue),
};

const ternary: Method = ({ args }) => (isTrue(args[0]) ? args[1] : args[2]);

/**
 * Both sides are already there: a transformation has no branches that do not run but contexts. A `switch`
 * is given what it decides by, then cases and what each answers in turn, at last what it answers otherwise.
 */
export const CONDITIONAL_METHODS: MethodTable = {
  'if...else': ternary,
  switch: ({ args: [subject, ...rest] }) => {
    const at = rest.findIndex(
      (one, place) => place % 2 === 0 && place + 1 < rest.length && sameValue(one, subject),
    );
    if (at !== -1) return rest[at + 1];
    return rest.length % 2 === 1 ? rest.at(-1) : undefined;
  },
  ternary,
};

/** Truth values. */
export const BOOLEAN_METHODS: MethodTable = {
  'new Boolean': ({ args }) => isTrue(args[0]),
  toString: (call: MethodCall) => call.anyText(0),
  valueOf: ({ args }: MethodCall) => isTrue(args[0]),
};

/** The one value of its kind. */
export const NULL_METHODS: MethodTable = { 'new Null': () => null };

/** Operators with one operand. */
export const UNARY_METHODS: MethodTable = {
  negation: (call) => -call.number(0),
  plus: (call) => call.number(0),
  typeof: ({ args }) => typeof args[0],
};

const bitAnd: Method = (call) => call.number(0) & call.number(1);
const bitNot: Method = (call) => ~call.number(0);
const bitOr: Method = (call) => call.number(0) | call.number(1);
const bitXor: Method = (call) => call.number(0) ^ call.number(1);

/** Operators on the bits of 32-bit integers; documents write the names of four of them either way. */
export const BITWISE_METHODS: MethodTable = {
  AND: bitAnd,
  and: bitAnd,
  leftShift: (call) => call.number(0) << call.number(1),
  NOT: bitNot,
  not: bitNot,
  OR: bitOr,
  or: bitOr,
  rightShift: (call) => call.number(0) >> call.number(1),
  unsignedRightShift: (call) => call.number(0) >>> call.number(1),
  XOR: bitXor,
  xor: bitXor,
};

/** The first value that decides, else the last. */
function chosen(args: readonly Value[], decides: (value: Value) => boolean): Value {
  const at = args.findIndex(decides);
  return at === -1 ? args.at(-1) : args[at];
}

import { type Method, type MethodCall, type MethodTable } from '../method-call.js';
import { localeText } from './locale-text.js';

/** Numbers: how texts become numbers, and numbers texts. */
export const NUMBER_METHODS: MethodTable = {
  isFinite: (call) => Number.isFinite(call.args[0]),
  isInteger: (call) => Number.isInteger(call.args[0]),
  isNaN: (call) => Number.isNaN(call.args[0]),
  isSafeInteger: (call) => Number.isSafeInteger(call.args[0]),
  'new Number': (call) => (call.args.length === 0 ? 0 : call.number(0)),
  parseFloat: (call) => Number.parseFloat(call.anyText(0)),
  parseInt: (call) => Number.parseInt(call.anyText(0), call.optionalNumber(1)),
  toExponential: (call) => call.number(0).toExponential(within(call, 1, 0, 100)),
  toFixed: (call) => call.number(0).toFixed(within(call, 1, 0, 100)),
  toLocaleString: (call: MethodCall) =>
    localeText(call, (locale, options) => call.number(0).toLocaleString(locale, options)),
  toPrecision: (call) =>
    call.isGiven(1) ? call.number(0).toPrecision(within(call, 1, 1, 100)) : String(call.number(0)),
  toString: (call: MethodCall) => call.number(0).toString(within(call, 1, 2, 36)),
  valueOf: (call: MethodCall) => call.number(0),
  EPSILON: () => Number.EPSILON,
  MAX_SAFE_INTEGER: () => Number.MAX_SAFE_INTEGER,
  MAX_VALUE: () => Number.MAX_VALUE,
  MIN_SAFE_INTEGER: () => Number.MIN_SAFE_INTEGER,
  MIN_VALUE: () => Number.MIN_VALUE,
  NaN: () => NaN,
  NEGATIVE_INFINITY: () => -Infinity,
  POSITIVE_INFINITY: () => Infinity,
};

/** Functions and constants of JavaScript's `Math` that take no number, one number, or two. */
const CONSTANTS = ['E', 'LN10', 'LN2', 'LOG10E', 'LOG2E', 'PI', 'SQRT1_2', 'SQRT2'] as const;
const OF_ONE = [
  ...(['abs', 'acos', 'acosh', 'asin', 'asinh', 'atan', 'atanh', 'cbrt', 'ceil'] as const),
  ...(['clz32', 'cos', 'cosh', 'exp', 'expm1', 'floor', 'fround', 'log', 'log10'] as const),
  ...(['log1p', 'log2', 'round', 'sign', 'sin', 'sinh', 'sqrt', 'tan', 'tanh', 'trunc'] as const),
];
const OF_TWO = ['atan2', 'imul'] as const;

/** Arithmetic. Operators take two or more values. */
export const MATH_METHODS: MethodTable = {
  ...Object.fromEntries(CONSTANTS.map((name) => [name, () => Math[name]])),
  ...Object.fromEntries(OF_ONE.map((name) => [name, one((value) => Math[name](value))])),
  ...Object.fromEntries(OF_TWO.map((name) => [name, folded((a, b) => Math[name](a, b))])),
  add: folded((a, b) => a + b),
  decrement: one((value) => value - 1),
  divide: folded((a, b) => a / b),
  exponentiation: folded((a, b) => a ** b),
  hypot: (call) => Math.hypot(...numbers(call)),
  increment: one((value) => value + 1),
  max: (call) => Math.max(...numbers(call)),
  min: (call) => Math.min(...numbers(call)),
  modulo: folded((a, b) => a % b),
  multiply: folded((a, b) => a * b),
  pow: folded((a, b) => a ** b),
  random: ({ context }) => context.random(),
  remainder: folded((a, b) => a % b),
  subtract: folded((a, b) => a - b),
};

function one(compute: (value: number) => number): Method {
  return (call) => compute(call.number(0));
}

function folded(compute: (a: number, b: number) => number): Method {
  return (call) => {
    let result = compute(call.number(0), call.number(1));
    for (let at = 2; at < call.args.length; at += 1) {
      if (call.isGiven(at)) result = compute(result, call.number(at));
    }
    return result;
  };
}

function numbers(call: MethodCall): readonly number[] {
  return call.args.flatMap((_, at) => (call.isGiven(at) ? [call.number(at)] : []));
}

function within(call: MethodCall, at: number, min: number, max: number): number | undefined {
  const value = call.optionalNumber(at);
  if (value !== undefined && !(value >= min && value <= max)) {
    call.fail(`argument ${at + 1} must be ${min} to ${max}`);
  }
  return value;
}

import { numberOf } from '../coerce.js';
import { type Method, type MethodCall, type MethodTable } from '../method-call.js';

/** Numbers: how texts become numbers, and numbers texts. */
export const NUMBER_METHODS: MethodTable = {
  isFinite: (call) => Number.isFinite(call.args[0]),
  isInteger: (call) => Number.isInteger(call.args[0]),
  isNaN: (call) => Number.isNaN(call.args[0]),
  isSafeInteger: (call) => Number.isSafeInteger(call.args[0]),
  'new Number': (call) => (call.args.length === 0 ? 0 : numberOf(call.args[0])),
  parseFloat: (call) => Number.parseFloat(call.anyText(0)),
  parseInt: (call) => Number.parseInt(call.anyText(0), call.optionalNumber(1)),
  toExponential: (call) => call.number(0).toExponential(within(call, 1, 0, 100)),
  toFixed: (call) => call.number(0).toFixed(within(call, 1, 0, 100)),
  toPrecision: (call) =>
    call.isGiven(1) ? call.number(0).toPrecision(within(call, 1, 1, 100)) : String(call.number(0)),
  toString: (call: MethodCall) => call.number(0).toString(within(call, 1, 2, 36)),
};

/** Those that JavaScript has without a library; there numbers in texts count. */
export const GLOBAL_METHODS: MethodTable = {
  isFinite: (call) => Number.isFinite(numberOf(call.args[0])),
  isNaN: (call) => Number.isNaN(numberOf(call.args[0])),
  parseFloat: (call) => Number.parseFloat(call.anyText(0)),
  parseInt: (call) => Number.parseInt(call.anyText(0), call.optionalNumber(1)),
  Number: (call) => numberOf(call.args[0]),
  String: (call) => call.anyText(0),
  Boolean: (call) => Boolean(call.args[0]),
};

/** Arithmetic. Operators take two or more values, `random` does not exist: runs can be repeated. */
export const MATH_METHODS: MethodTable = {
  abs: one(Math.abs),
  add: folded((a, b) => a + b),
  cbrt: one(Math.cbrt),
  ceil: one(Math.ceil),
  decrement: one((value) => value - 1),
  divide: folded((a, b) => a / b),
  exp: one(Math.exp),
  exponentiation: folded((a, b) => a ** b),
  floor: one(Math.floor),
  increment: one((value) => value + 1),
  log: one(Math.log),
  log10: one(Math.log10),
  log2: one(Math.log2),
  max: (call) => Math.max(...numbers(call)),
  min: (call) => Math.min(...numbers(call)),
  modulo: folded((a, b) => a % b),
  multiply: folded((a, b) => a * b),
  pow: folded((a, b) => a ** b),
  remainder: folded((a, b) => a % b),
  round: one(Math.round),
  sign: one(Math.sign),
  sqrt: one(Math.sqrt),
  subtract: folded((a, b) => a - b),
  trunc: one(Math.trunc),
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

import { type MethodCall, type MethodTable } from '../method-call.js';
import { firstMatch, patternOf } from '../pattern-scan.js';
import { PatternValue } from '../pattern-value.js';
import { type Value } from '../value.js';
import { matched, replaced, split } from './text-patterns.js';

const FORMS = ['NFC', 'NFD', 'NFKC', 'NFKD'];

/** Methods of texts, those of JavaScript by name. The text comes first. */
export const STRING_METHODS: MethodTable = {
  at: (call) => call.text(0).at(call.optionalNumber(1) ?? 0),
  charAt: (call) => call.text(0).charAt(call.optionalNumber(1) ?? 0),
  charCodeAt: (call) => call.text(0).charCodeAt(call.optionalNumber(1) ?? 0),
  codePointAt: (call) => call.text(0).codePointAt(call.optionalNumber(1) ?? 0),
  concat: concatenated,
  endsWith: (call) => call.text(0).endsWith(call.anyText(1), call.optionalNumber(2)),
  fromCharCode: (call) => String.fromCharCode(...call.args.map((_, at) => call.number(at))),
  includes: (call) => read(call).includes(call.anyText(1), call.optionalNumber(2)),
  indexOf: (call) => read(call).indexOf(call.anyText(1), call.optionalNumber(2)),
  lastIndexOf: (call) => read(call).lastIndexOf(call.anyText(1), call.optionalNumber(2)),
  length: (call) => call.text(0).length,
  localeCompare: (call) => read(call).localeCompare(call.anyText(1), 'en'),
  match: (call) => matched(call, call.text(0), asPattern(call, 1)),
  'new String': (call) => call.optionalText(0) ?? '',
  normalize: (call) => made(call, call.text(0).normalize(normalForm(call))),
  padEnd: (call) => made(call, padded(call, 'padEnd')),
  padStart: (call) => made(call, padded(call, 'padStart')),
  repeat: repeated,
  replace: (call) => replaced(call, call.args[1] instanceof PatternValue && call.args[1].isGlobal),
  replaceAll: (call) => replaced(call, true),
  search: (call) => searched(call),
  slice: (call) => call.text(0).slice(call.optionalNumber(1), call.optionalNumber(2)),
  split,
  startsWith: (call) => call.text(0).startsWith(call.anyText(1), call.optionalNumber(2)),
  substr: (call) => {
    const text = call.text(0);
    const from = call.optionalNumber(1) ?? 0;
    const start = from < 0 ? Math.max(0, text.length + from) : from;
    return text.slice(start, start + Math.max(0, call.optionalNumber(2) ?? text.length));
  },
  substring: (call) => call.text(0).substring(call.optionalNumber(1) ?? 0, call.optionalNumber(2)),
  toLowerCase: (call) => made(call, call.text(0).toLowerCase()),
  toString: (call: MethodCall) => call.text(0),
  toUpperCase: (call) => made(call, call.text(0).toUpperCase()),
  trim: (call) => made(call, call.text(0).trim()),
  trimEnd: (call) => made(call, call.text(0).trimEnd()),
  trimStart: (call) => made(call, call.text(0).trimStart()),
};

function made(call: MethodCall, text: string): string {
  call.meter.text(text.length);
  return text;
}

/** A text that is looked through. */
function read(call: MethodCall): string {
  const text = call.text(0);
  call.meter.spend(text.length / 1024);
  return text;
}

function concatenated(call: MethodCall): string {
  let text = call.text(0);
  for (let at = 1; at < call.args.length; at += 1) {
    // An argument that nobody gives is left out, where JavaScript would write `undefined`.
    if (call.args[at] !== undefined) text += call.anyText(at);
  }
  return made(call, text);
}

function repeated(call: MethodCall): string {
  const text = call.text(0);
  const times = Math.trunc(call.optionalNumber(1) ?? 0);
  if (!(times >= 0 && times < Infinity)) call.fail(`cannot repeat ${times} times`);
  call.meter.text(text.length * times);
  return text.repeat(text === '' ? 0 : times);
}

function padded(call: MethodCall, side: 'padStart' | 'padEnd'): string {
  const length = call.optionalNumber(1) ?? 0;
  call.meter.text(Math.max(0, length));
  return call.text(0)[side](length, call.optionalText(2));
}

function normalForm(call: MethodCall): string {
  const form = call.isGiven(1) ? call.anyText(1) : 'NFC';
  return FORMS.includes(form) ? form : call.fail(`${form.slice(0, 20)} is no form of Unicode`);
}

/** A regular expression, or a text that is one. */
function asPattern(call: MethodCall, at: number): PatternValue {
  const value: Value = call.args[at];
  return value instanceof PatternValue ? value : patternOf(call.text(at), '');
}

function searched(call: MethodCall): number {
  return firstMatch(asPattern(call, 1), call.text(0), call.meter)?.start ?? -1;
}

import { cutText } from '../../../kernel/cut-text.js';
import { filledTemplate } from '../filled-template.js';
import { type Method, type MethodCall, type MethodTable } from '../method-call.js';
import { firstMatch } from '../pattern-scan.js';
import { PatternValue } from '../pattern-value.js';
import { templateParts } from '../template-parts.js';
import { type Value } from '../value.js';
import { localeText } from './locale-text.js';
import { allMatched, matched, replaced, split } from './text-patterns.js';

const FORMS = ['NFC', 'NFD', 'NFKC', 'NFKD'];

type ArgumentKind = 'number' | 'text';

/** Methods of JavaScript's own texts that need no more than what their arguments are read as. */
const OWN: Readonly<Record<string, readonly ArgumentKind[]>> = {
  at: ['number'],
  charAt: ['number'],
  charCodeAt: ['number'],
  codePointAt: ['number'],
  endsWith: ['text', 'number'],
  includes: ['text', 'number'],
  indexOf: ['text', 'number'],
  lastIndexOf: ['text', 'number'],
  slice: ['number', 'number'],
  startsWith: ['text', 'number'],
  substr: ['number', 'number'],
  substring: ['number', 'number'],
  toLowerCase: [],
  toString: [],
  toUpperCase: [],
  trim: [],
  trimEnd: [],
  trimStart: [],
  valueOf: [],
};

/** Methods of texts, those of JavaScript by name. The text comes first. */
export const STRING_METHODS: MethodTable = {
  ...Object.fromEntries(Object.entries(OWN).map(([name, kinds]) => [name, ownMethod(name, kinds)])),
  concat: concatenated,
  fromCharCode: (call) => String.fromCharCode(...call.args.map((_, at) => call.number(at))),
  fromCodePoint: fromCodePoints,
  isWellFormed: (call) => !LONE_SURROGATE.test(read(call)),
  length: (call) => call.text(0).length,
  localeCompare: (call) => read(call).localeCompare(call.anyText(1), 'en'),
  match: (call) => matched(call, call.text(0), call.pattern(1)),
  matchAll: (call) => allMatched(call, call.text(0), call.pattern(1, 'g')),
  'new String': (call) => call.optionalText(0) ?? '',
  normalize: (call) => made(call, call.text(0).normalize(normalForm(call))),
  padEnd: (call) => made(call, padded(call, 'padEnd')),
  padStart: (call) => made(call, padded(call, 'padStart')),
  repeat: repeated,
  replace: (call) => replaced(call, call.args[1] instanceof PatternValue && call.args[1].isGlobal),
  replaceAll: (call) => replaced(call, true),
  search: (call) => firstMatch(call.pattern(1), call.text(0), call.meter)?.start ?? -1,
  split,
  templateLiteral: (call) =>
    filledTemplate(templateParts(call.text(0)), call.args.slice(1), call.meter),
  toLocaleLowerCase: (call) => inLanguage(call, 'toLocaleLowerCase'),
  toLocaleUpperCase: (call) => inLanguage(call, 'toLocaleUpperCase'),
  toWellFormed: (call) => made(call, read(call).replace(LONE_SURROGATES, '\uFFFD')),
  trimLeft: (call) => made(call, call.text(0).trimStart()),
  trimRight: (call) => made(call, call.text(0).trimEnd()),
};

/** A method as it stands in JavaScript. */
function ownMethod(name: string, kinds: readonly ArgumentKind[]): Method {
  return (call) => {
    const args = kinds.map((kind, at) =>
      kind === 'number' ? call.optionalNumber(at + 1) : call.anyText(at + 1),
    );
    const own: unknown = Reflect.get(String.prototype, name);
    // Each of them is a function that answers something plain.
    const answer = (own as (...given: readonly unknown[]) => Value).apply(read(call), args);
    return typeof answer === 'string' ? made(call, answer) : answer;
  };
}

/** A half of a pair that stands alone. */
const LONE = '[\\uD800-\\uDBFF](?![\\uDC00-\\uDFFF])|(?<![\\uD800-\\uDBFF])[\\uDC00-\\uDFFF]';
const LONE_SURROGATE = new RegExp(LONE);
const LONE_SURROGATES = new RegExp(LONE, 'g');

function fromCodePoints(call: MethodCall): string {
  const codes = call.args.map((_, at) => call.number(at));
  const wrong = codes.find((code) => !(Number.isInteger(code) && code >= 0 && code <= 0x10ffff));
  if (wrong !== undefined) call.fail(`${wrong} is no character of Unicode`);
  return String.fromCodePoint(...codes);
}

function inLanguage(call: MethodCall, name: 'toLocaleLowerCase' | 'toLocaleUpperCase'): string {
  const text = read(call);
  return localeText(call, (locale) => text[name](locale));
}

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
  return FORMS.includes(form) ? form : call.fail(`${cutText(form, 20)} is no form of Unicode`);
}

import { dateText, isoText, momentText, timeText } from '../coerce.js';
import { type Method, type MethodCall, type MethodTable } from '../method-call.js';
import { MomentValue } from '../moment-value.js';
import { localeText } from './locale-text.js';

/** ISO 8601 without a zone, which here is UTC: no run depends on where the platform stands. */
const WITHOUT_ZONE = /^\d{4}-\d{2}-\d{2}[T ]\d{2}:\d{2}(?::\d{2}(?:\.\d{1,9})?)?$/;
const READABLE = /^[\w\s:.,+()/-]{1,100}$/;
const HAS_ZONE = /(?:Z|UTC|GMT|[+-]\d{2}:?\d{2})(?:\s*\([^)]*\))?$/;
const DATE_ONLY = /^\d{4}(?:-\d{2}){0,2}$/;

/** The parts of a point in time, and those that can be set. */
const PARTS = [
  'Date',
  'Day',
  'FullYear',
  'Hours',
  'Milliseconds',
  'Minutes',
  'Month',
  'Seconds',
] as const;
const SETTABLE = [
  'Date',
  'FullYear',
  'Hours',
  'Milliseconds',
  'Minutes',
  'Month',
  'Seconds',
] as const;

/** Points in time, all of them in UTC. What time it is now the run was told. */
export const DATE_METHODS: MethodTable = {
  ...Object.fromEntries(PARTS.flatMap((part) => both('get', part, read(part)))),
  ...Object.fromEntries(SETTABLE.flatMap((part) => both('set', part, changed(part)))),
  getTime: (call) => call.moment(0),
  getTimezoneOffset: (call) => call.moment(0) * 0,
  'new Date': (call) => new MomentValue(momentOf(call)),
  now: (call) => call.context.now,
  parse: (call) => readTime(call.anyText(0)),
  setTime: (call) => call.number(1),
  toDateString: (call) => dateText(call.moment(0)),
  toGMTString: inUtc,
  toISOString: (call) => isoText(call.moment(0)) ?? call.fail('the date is none'),
  toJSON: (call) => isoText(call.moment(0)) ?? null,
  toLocaleDateString: localized('toLocaleDateString'),
  toLocaleString: localized('toLocaleString'),
  toLocaleTimeString: localized('toLocaleTimeString'),
  toString: (call: MethodCall) => momentText(call.moment(0)),
  toTimeString: (call) => timeText(call.moment(0)),
  toUTCString: inUtc,
  UTC: (call) => fromParts(call),
  valueOf: (call: MethodCall) => call.moment(0),
};

type Part = (typeof PARTS)[number];

/** Local time is UTC here: `getHours` and `getUTCHours` are one. */
function both(verb: 'get' | 'set', part: Part, method: Method): readonly [string, Method][] {
  return [
    [`${verb}${part}`, method],
    [`${verb}UTC${part}`, method],
  ];
}

function read(part: Part): Method {
  return (call) => new Date(call.moment(0))[`getUTC${part}`]();
}

/** Answers the time as it is then, as JavaScript does; the date itself stays. */
function changed(part: (typeof SETTABLE)[number]): Method {
  return (call) => {
    const last = call.args.findLastIndex((_, at) => at > 0 && call.isGiven(at));
    const parts = call.args.slice(1, last + 1).map((_, at) => call.number(at + 1));
    const set: unknown = Reflect.get(Date.prototype, `setUTC${part}`);
    // Each takes its own part, and those that come after it.
    return (set as (...given: readonly number[]) => number).apply(new Date(call.moment(0)), parts);
  };
}

function inUtc(call: MethodCall): string {
  return new Date(call.moment(0)).toUTCString();
}

function localized(name: 'toLocaleDateString' | 'toLocaleString' | 'toLocaleTimeString'): Method {
  return (call) => {
    const date = new Date(call.moment(0));
    return localeText(call, (locale, options) => date[name](locale, options), { timeZone: 'UTC' });
  };
}

function momentOf(call: MethodCall): number {
  const given = call.args[0];
  if (!call.isGiven(0)) return call.context.now;
  if (call.isGiven(1)) return fromParts(call);
  if (given instanceof MomentValue) return given.epochMs;
  return typeof given === 'string' ? readTime(given) : call.number(0);
}

function fromParts(call: MethodCall): number {
  const at = (place: number, otherwise: number): number => call.optionalNumber(place) ?? otherwise;
  return Date.UTC(at(0, NaN), at(1, 0), at(2, 1), at(3, 0), at(4, 0), at(5, 0), at(6, 0));
}

function readTime(text: string): number {
  if (!READABLE.test(text)) return NaN;
  if (WITHOUT_ZONE.test(text)) return Date.parse(`${text.replace(' ', 'T')}Z`);
  return Date.parse(HAS_ZONE.test(text) || DATE_ONLY.test(text) ? text : `${text} UTC`);
}

import { isoText } from '../coerce.js';
import { type Method, type MethodCall, type MethodTable } from '../method-call.js';
import { MomentValue } from '../moment-value.js';

/** ISO 8601 without a zone, which here is UTC: no run depends on where the platform stands. */
const WITHOUT_ZONE = /^\d{4}-\d{2}-\d{2}[T ]\d{2}:\d{2}(?::\d{2}(?:\.\d{1,9})?)?$/;
const READABLE = /^[\w\s:.,+()/-]{1,100}$/;
const HAS_ZONE = /(?:Z|UTC|GMT|[+-]\d{2}:?\d{2})(?:\s*\([^)]*\))?$/;
const DATE_ONLY = /^\d{4}(?:-\d{2}){0,2}$/;

/** Points in time, all of them in UTC. What time it is now the run was told. */
export const DATE_METHODS: MethodTable = {
  getDate: part((date) => date.getUTCDate()),
  getDay: part((date) => date.getUTCDay()),
  getFullYear: part((date) => date.getUTCFullYear()),
  getHours: part((date) => date.getUTCHours()),
  getMilliseconds: part((date) => date.getUTCMilliseconds()),
  getMinutes: part((date) => date.getUTCMinutes()),
  getMonth: part((date) => date.getUTCMonth()),
  getSeconds: part((date) => date.getUTCSeconds()),
  getTime: (call) => call.moment(0),
  getUTCDate: part((date) => date.getUTCDate()),
  getUTCDay: part((date) => date.getUTCDay()),
  getUTCFullYear: part((date) => date.getUTCFullYear()),
  getUTCHours: part((date) => date.getUTCHours()),
  getUTCMinutes: part((date) => date.getUTCMinutes()),
  getUTCMonth: part((date) => date.getUTCMonth()),
  getUTCSeconds: part((date) => date.getUTCSeconds()),
  'new Date': (call) => new MomentValue(momentOf(call)),
  now: (call) => call.surroundings.now,
  parse: (call) => readTime(call.anyText(0)),
  toDateString: (call) => dateText(call.moment(0)),
  toISOString: (call) => isoText(call.moment(0)) ?? call.fail('the date is none'),
  toJSON: (call) => isoText(call.moment(0)) ?? null,
  toString: (call: MethodCall) => call.anyText(0),
  UTC: (call) => fromParts(call),
  valueOf: (call: MethodCall) => call.moment(0),
};

/** `Tue May 16 2023`, as JavaScript writes it. */
function dateText(epochMs: number): string {
  const [weekday, day, month, year] = new Date(epochMs).toUTCString().split(/,? /);
  return Number.isNaN(epochMs) ? 'Invalid Date' : `${weekday} ${month} ${day} ${year}`;
}

function part(read: (date: Date) => number): Method {
  return (call) => read(new Date(call.moment(0)));
}

function momentOf(call: MethodCall): number {
  const given = call.args[0];
  if (!call.isGiven(0)) return call.surroundings.now;
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

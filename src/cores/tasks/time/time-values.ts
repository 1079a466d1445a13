import { DateTime, Duration, FixedOffsetZone, IANAZone, type Zone } from 'luxon';
import { type MethodCall } from '../../transformations/method-call.js';
import { isObject, memberOf, type Value } from '../../transformations/value.js';
import { formatTime } from './format-time.js';
import { parseTime } from './parse-time.js';

/** The format of times for which nobody says another. */
export const DEFAULT_FORMAT = 'YYYY-MM-DDTHH:mm:ss.SSSSSSZZ';
const UNITS: Readonly<Record<string, string>> = {
  y: 'years',
  year: 'years',
  Q: 'quarters',
  quarter: 'quarters',
  M: 'months',
  month: 'months',
  w: 'weeks',
  week: 'weeks',
  d: 'days',
  day: 'days',
  h: 'hours',
  hour: 'hours',
  m: 'minutes',
  minute: 'minutes',
  s: 'seconds',
  second: 'seconds',
  ms: 'milliseconds',
  millisecond: 'milliseconds',
};
const OFFSET = /^(?:UTC)?\s*([+-])(\d{1,2})(?::?(\d{2}))?$/;

/** A time together with the format in which tasks hand it on. */
export interface FormattedTime {
  readonly time: DateTime;
  readonly format: string;
}

/** Reads `{time, formatString}`, ISO text or milliseconds since 1970. @throws RunStop */
export function timeAt(call: MethodCall, at: number): FormattedTime {
  const given = call.args[at];
  const text = isObject(given) ? memberOf(given, 'time') : given;
  const format = isObject(given) ? memberOf(given, 'formatString') : undefined;
  if (typeof format === 'string' && format !== '') {
    const time = typeof text === 'string' ? parseTime(text, format) : undefined;
    return { time: time ?? call.wrongType(at, 'a time in its format'), format };
  }
  return { time: plainTime(text) ?? call.wrongType(at, 'a time'), format: DEFAULT_FORMAT };
}

/** A time as tasks put it out. @throws RunStop for what is no format */
export function shownTime(call: MethodCall, time: DateTime, format: string): Value {
  const text = time.isValid ? formatTime(time, format) : undefined;
  if (text === undefined) return call.fail('the time cannot be shown in this format');
  return { time: text, formatString: format };
}

/** A time span: an object of units, or milliseconds; nothing given is none. @throws RunStop */
export function spanAt(call: MethodCall, at: number): Duration {
  const given = call.isGiven(at) ? call.args[at] : 0;
  if (typeof given === 'number') return Duration.fromMillis(given);
  const units = isObject(given) ? given : unitsIn(call, at);
  const members = Object.entries(units).map(([unit, size]): [string, number] => {
    const name = (Object.hasOwn(UNITS, unit) ? UNITS[unit] : undefined) ?? unit;
    const isKnown = Object.values(UNITS).includes(name);
    if (!isKnown || !Number.isFinite(Number(size))) call.wrongType(at, 'an object of time units');
    return [name, Number(size)];
  });
  return Duration.fromObject(Object.fromEntries(members));
}

/** A zone: an offset such as `-05:00`, or the name of one. @throws RunStop */
export function zoneAt(call: MethodCall, at: number): Zone {
  const given = call.isGiven(at) ? call.args[at] : 'UTC';
  const text = typeof given === 'number' ? `${given < 0 ? '-' : '+'}${Math.abs(given)}` : given;
  const zone = typeof text === 'string' ? zoneOf(text) : undefined;
  return zone ?? call.wrongType(at, 'a time zone');
}

function zoneOf(text: string): Zone | undefined {
  if (/^(?:UTC|GMT|Z)$/i.test(text)) return FixedOffsetZone.utcInstance;
  const [, sign, hours, minutes = '0'] = OFFSET.exec(text) ?? [];
  if (sign === undefined) return IANAZone.isValidZone(text) ? IANAZone.create(text) : undefined;
  const size = Number(hours) * 60 + Number(minutes);
  return FixedOffsetZone.instance(sign === '-' ? -size : size);
}

function unitsIn(call: MethodCall, at: number): Record<string, Value> {
  const text = call.text(at);
  const number = Number(text);
  if (Number.isFinite(number)) return { milliseconds: number };
  try {
    const parsed = JSON.parse(text) as Value;
    return isObject(parsed) ? parsed : call.wrongType(at, 'an object of time units');
  } catch {
    return call.wrongType(at, 'an object of time units');
  }
}

function plainTime(value: Value): DateTime | undefined {
  const zone = FixedOffsetZone.utcInstance;
  const time =
    typeof value === 'number'
      ? DateTime.fromMillis(value, { zone })
      : DateTime.fromISO(typeof value === 'string' ? value : '', { zone, setZone: true });
  return time.isValid ? time : undefined;
}

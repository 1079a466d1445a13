import { DateTime, FixedOffsetZone } from 'luxon';
import { type FormatPart, readFormat } from './moment-tokens.js';

/** What has been read of a time. */
interface Reading {
  year: number;
  month: number;
  day: number;
  hour: number;
  minute: number;
  second: number;
  millisecond: number;
  ordinal?: number;
  isAfternoon?: boolean;
  /** Minutes east of Greenwich; a time that says nothing is in UTC. */
  offset: number;
  epochMs?: number;
}

/** How a token is read: what it looks like, and what it says. */
interface TokenReader {
  readonly looks: RegExp;
  readonly read: (reading: Reading, text: string) => void;
}

const MONTHS = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'];
const ONE_OR_TWO = /\d{1,2}/y;
const WORD = /[A-Za-z]{2,9}/y;

const whole =
  (key: 'year' | 'month' | 'day' | 'hour' | 'minute' | 'second' | 'ordinal') =>
  (reading: Reading, text: string): void => {
    reading[key] = Number.parseInt(text, 10);
  };
const monthName = (reading: Reading, text: string): void => {
  reading.month = MONTHS.indexOf(text.slice(0, 3).toLowerCase()) + 1;
};
const afternoon: TokenReader = {
  looks: /[AaPp]\.?[Mm]?\.?/y,
  read: (reading, text) => {
    reading.isAfternoon = /^p/i.test(text);
  },
};
const zone: TokenReader = {
  looks: /Z|[+-]\d{2}:?\d{2}/y,
  read: (reading, text) => {
    const [, sign, hours = '0', minutes = '0'] = /([+-])(\d{2}):?(\d{2})/.exec(text) ?? [];
    const size = Number(hours) * 60 + Number(minutes);
    reading.offset = sign === '-' ? -size : size;
  },
};
const nothing = (): void => undefined;

const TOKENS: Readonly<Record<string, TokenReader>> = {
  YYYY: { looks: /\d{4}/y, read: whole('year') },
  Y: { looks: /\d{1,4}/y, read: whole('year') },
  YY: {
    looks: /\d{2}/y,
    read: (reading, text) => {
      reading.year = Number(text) + (Number(text) > 68 ? 1900 : 2000);
    },
  },
  MMMM: { looks: WORD, read: monthName },
  MMM: { looks: WORD, read: monthName },
  MM: { looks: ONE_OR_TWO, read: whole('month') },
  M: { looks: ONE_OR_TWO, read: whole('month') },
  DDDD: { looks: /\d{3}/y, read: whole('ordinal') },
  DDD: { looks: /\d{1,3}/y, read: whole('ordinal') },
  Do: { looks: /\d{1,2}(?:st|nd|rd|th)/y, read: whole('day') },
  DD: { looks: ONE_OR_TWO, read: whole('day') },
  D: { looks: ONE_OR_TWO, read: whole('day') },
  dddd: { looks: WORD, read: nothing },
  ddd: { looks: WORD, read: nothing },
  dd: { looks: WORD, read: nothing },
  HH: { looks: ONE_OR_TWO, read: whole('hour') },
  H: { looks: ONE_OR_TWO, read: whole('hour') },
  hh: { looks: ONE_OR_TWO, read: whole('hour') },
  h: { looks: ONE_OR_TWO, read: whole('hour') },
  kk: { looks: ONE_OR_TWO, read: whole('hour') },
  k: { looks: ONE_OR_TWO, read: whole('hour') },
  mm: { looks: ONE_OR_TWO, read: whole('minute') },
  m: { looks: ONE_OR_TWO, read: whole('minute') },
  ss: { looks: ONE_OR_TWO, read: whole('second') },
  s: { looks: ONE_OR_TWO, read: whole('second') },
  A: afternoon,
  a: afternoon,
  Z: zone,
  ZZ: zone,
  X: {
    looks: /-?\d{1,13}(?:\.\d{1,3})?/y,
    read: (reading, text) => {
      reading.epochMs = Math.round(Number(text) * 1000);
    },
  },
  x: {
    looks: /-?\d{1,16}/y,
    read: (reading, text) => {
      reading.epochMs = Number(text);
    },
  },
};
const FRACTION: TokenReader = {
  looks: /\d{1,9}/y,
  read: (reading, text) => {
    reading.millisecond = Number(text.padEnd(3, '0').slice(0, 3));
  },
};

/**
 * Reads a time in a format of moment.js, with the offset that it says; each part once and from left to
 * right. Undefined where the text is no time of that format.
 */
export function parseTime(text: string, format: string): DateTime | undefined {
  const reading: Reading = {
    year: 1970,
    month: 1,
    day: 1,
    hour: 0,
    minute: 0,
    second: 0,
    millisecond: 0,
    offset: 0,
  };
  let at = 0;
  for (const part of readFormat(format) ?? []) {
    const read = readPart(part, text, at, reading);
    if (read === undefined) return undefined;
    at += read;
  }
  return at === text.length && at > 0 ? timeOf(reading) : undefined;
}

/** How many characters a part takes; undefined where it does not stand there. */
function readPart(
  part: FormatPart,
  text: string,
  at: number,
  reading: Reading,
): number | undefined {
  const reader = part.kind === 'token' ? readerOf(part.text) : undefined;
  if (!reader) return text.startsWith(part.text, at) ? part.text.length : undefined;
  reader.looks.lastIndex = at;
  const [found] = reader.looks.exec(text) ?? [];
  if (found !== undefined) reader.read(reading, found);
  return found?.length;
}

function readerOf(token: string): TokenReader | undefined {
  if (token.startsWith('S')) return FRACTION;
  return Object.hasOwn(TOKENS, token) ? TOKENS[token] : undefined;
}

function timeOf({
  ordinal,
  isAfternoon,
  offset,
  epochMs,
  ...parts
}: Reading): DateTime | undefined {
  const zone = FixedOffsetZone.instance(offset);
  if (epochMs !== undefined) return valid(DateTime.fromMillis(epochMs, { zone }));
  const hour = isAfternoon === undefined ? parts.hour : hourOf(parts.hour, isAfternoon);
  const { year, month, day, ...rest } = parts;
  const date = ordinal === undefined ? { year, month, day } : { year, ordinal };
  return valid(DateTime.fromObject({ ...date, ...rest, hour }, { zone }));
}

function hourOf(hour: number, isAfternoon: boolean): number {
  return (hour % 12) + (isAfternoon ? 12 : 0);
}

function valid(time: DateTime): DateTime | undefined {
  return time.isValid ? time : undefined;
}

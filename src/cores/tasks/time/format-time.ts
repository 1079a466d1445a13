import { type DateTime } from 'luxon';
import { readFormat } from './moment-tokens.js';

/** Tokens of moment.js by those of luxon. */
const SAME: Readonly<Record<string, string>> = {
  YYYY: 'yyyy',
  YY: 'yy',
  Y: 'y',
  Q: 'q',
  MMMM: 'MMMM',
  MMM: 'MMM',
  MM: 'MM',
  M: 'M',
  DDDD: 'ooo',
  DDD: 'o',
  DD: 'dd',
  D: 'd',
  dddd: 'EEEE',
  ddd: 'EEE',
  E: 'E',
  WW: 'WW',
  W: 'W',
  GGGG: 'kkkk',
  GG: 'kk',
  HH: 'HH',
  H: 'H',
  hh: 'hh',
  h: 'h',
  mm: 'mm',
  m: 'm',
  ss: 'ss',
  s: 's',
  A: 'a',
  ZZ: 'ZZZ',
  Z: 'ZZ',
};

const OTHERS: Readonly<Record<string, (time: DateTime) => string>> = {
  Mo: (time) => ordinal(time.month),
  DDDo: (time) => ordinal(time.ordinal),
  Do: (time) => ordinal(time.day),
  Qo: (time) => ordinal(time.quarter),
  dd: (time) => time.toFormat('EEE').slice(0, 2),
  do: (time) => ordinal(time.weekday % 7),
  d: (time) => String(time.weekday % 7),
  e: (time) => String(time.weekday % 7),
  Wo: (time) => ordinal(time.weekNumber),
  kk: (time) => String(time.hour || 24).padStart(2, '0'),
  k: (time) => String(time.hour || 24),
  a: (time) => time.toFormat('a').toLowerCase(),
  X: (time) => String(Math.floor(time.toMillis() / 1000)),
  x: (time) => String(time.toMillis()),
  z: () => 'UTC',
  zz: () => 'UTC',
};

/** A time in a format of moment.js; undefined where the format is none. */
export function formatTime(time: DateTime, format: string): string | undefined {
  const english = time.setLocale('en-US');
  return readFormat(format)
    ?.map(({ kind, text }) => (kind === 'token' ? formatted(english, text) : text))
    .join('');
}

function formatted(time: DateTime, token: string): string {
  if (token.startsWith('S')) return fraction(time.millisecond, token.length);
  const same = Object.hasOwn(SAME, token) ? SAME[token] : undefined;
  if (same !== undefined) return time.toFormat(same);
  // A letter that stands for nothing stands for itself.
  return (Object.hasOwn(OTHERS, token) ? OTHERS[token]?.(time) : undefined) ?? token;
}

function fraction(milliseconds: number, digits: number): string {
  return String(milliseconds).padStart(3, '0').padEnd(9, '0').slice(0, digits);
}

function ordinal(value: number): string {
  const isTeen = value % 100 >= 11 && value % 100 <= 13;
  return `${value}${(isTeen ? undefined : ['th', 'st', 'nd', 'rd'][value % 10]) ?? 'th'}`;
}

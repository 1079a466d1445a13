const DAY_MINUTES = 24 * 60;
const MINUTE_MS = 60_000;

/** The days of a week, as they are written in rules. */
export const WEEKDAYS = ['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun'] as const;
export type Weekday = (typeof WEEKDAYS)[number];

/** When nothing is sent, by the clock on a wall; one that ends before it begins ends on the next day. */
export interface QuietTime {
  /** `22:00` */
  readonly from: string;
  /** `06:00`; `24:00` is the end of the day. */
  readonly to: string;
  /** Name of a time zone. */
  readonly timeZone: string;
  /** Days on which it begins; null for each. */
  readonly days: readonly Weekday[] | null;
}

interface WallClock {
  readonly day: number;
  readonly minutes: number;
}

/** The end of the quiet time that a moment lies in; null where it lies in none. */
export function quietUntil(quiet: QuietTime, at: Date): Date | null {
  const { timeZone } = quiet;
  const to = minutesOf(quiet.to);
  const now = wallClock(timeZone, at);
  const day = dayOfBeginning(minutesOf(quiet.from), to, now);
  if (day === null || !beginsOn(quiet, day)) return null;
  const wait = now.minutes < to ? to - now.minutes : to - now.minutes + DAY_MINUTES;
  return atWall(timeZone, startOfMinute(at), { wait, to: to % DAY_MINUTES });
}

/** The day on which the quiet time began that is on; null where none is. */
function dayOfBeginning(from: number, to: number, { day, minutes }: WallClock): number | null {
  const yesterday = day + WEEKDAYS.length - 1;
  if (from >= to && minutes < to) return yesterday;
  const isOn = minutes >= from && (from >= to || minutes < to);
  return isOn ? day : null;
}

/** Whether it leaves no time to send anything. */
export function isAlwaysQuiet({ from, to, days }: QuietTime): boolean {
  const isEachDay = days === null || WEEKDAYS.every((day) => days.includes(day));
  return isEachDay && minutesOf(from) % DAY_MINUTES === minutesOf(to) % DAY_MINUTES;
}

/** Summer time may begin or end meanwhile: what the wall then shows is put right. */
function atWall(
  timeZone: string,
  start: Date,
  { wait, to }: { readonly wait: number; readonly to: number },
): Date {
  const guess = new Date(start.getTime() + wait * MINUTE_MS);
  const shown = wallClock(timeZone, guess).minutes;
  const ahead = ((shown - to + DAY_MINUTES * 1.5) % DAY_MINUTES) - DAY_MINUTES / 2;
  const put = new Date(guess.getTime() - ahead * MINUTE_MS);
  return put > start ? put : guess;
}

function beginsOn({ days }: QuietTime, day: number): boolean {
  const name = WEEKDAYS[day % WEEKDAYS.length];
  return days === null || (name !== undefined && days.includes(name));
}

function startOfMinute(at: Date): Date {
  return new Date(Math.floor(at.getTime() / MINUTE_MS) * MINUTE_MS);
}

function minutesOf(text: string): number {
  const [hours = 0, minutes = 0] = text.split(':').map(Number);
  return hours * 60 + minutes;
}

const formats = new Map<string, Intl.DateTimeFormat>();

function wallClock(timeZone: string, at: Date): WallClock {
  let format = formats.get(timeZone);
  if (!format) {
    const options = { weekday: 'short', hour: '2-digit', minute: '2-digit' } as const;
    format = new Intl.DateTimeFormat('en-GB', { ...options, hourCycle: 'h23', timeZone });
    formats.set(timeZone, format);
  }
  const parts = new Map(format.formatToParts(at).map(({ type, value }) => [type, value]));
  const weekday = (parts.get('weekday') ?? '').toLowerCase();
  return {
    day: WEEKDAYS.findIndex((day) => day === weekday),
    minutes: Number(parts.get('hour')) * 60 + Number(parts.get('minute')),
  };
}

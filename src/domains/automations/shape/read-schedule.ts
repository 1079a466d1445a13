import { type Fault } from '../../../kernel/app-error.js';
import { type JsonObject, type JsonValue } from '../../../kernel/json.js';
import { cronRefusal, isTimeZone } from '../../../platform/schedules/cron.js';
import { memberFaults, type MemberRule, oneOf, textOf, wholeOf } from './faults.js';
import {
  type Concurrency,
  type MissedRuns,
  type Recurrence,
  type TriggerSchedule,
} from './trigger-definition.js';

/** A schedule, or what is wrong with it. */
export type ScheduleReading =
  | { readonly kind: 'read'; readonly schedule: TriggerSchedule }
  | { readonly kind: 'refused'; readonly faults: readonly Fault[] };

const SECOND_MS = 1000;
const MINUTE_MS = 60 * SECOND_MS;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;
const CRON_LENGTH_MAX = 256;
const TIME_ZONE_LENGTH_MAX = 64;
const FREQUENCY_MAX = 100_000;
/** Longest interval: four hundred years, less than what a date can express. */
const INTERVAL_MAX_MS = 400 * 366 * DAY_MS;
/** The last millisecond that a JavaScript date can express. */
const EPOCH_MS_MAX = 8_640_000_000_000_000;
const UNIT_MS: Readonly<Record<string, number>> = {
  second: SECOND_MS,
  minute: MINUTE_MS,
  hour: HOUR_MS,
  day: DAY_MS,
  week: 7 * DAY_MS,
};
const UNIT_MONTHS: Readonly<Record<string, number>> = { month: 1, year: 12 };
const UNITS = [...Object.keys(UNIT_MS), ...Object.keys(UNIT_MONTHS)];
/** What documents call it when runs were missed: `none` and `last` are of exports, `all` is run once. */
const MISSED: Readonly<Record<string, MissedRuns>> = {
  skip: 'skip',
  none: 'skip',
  once: 'once',
  last: 'once',
  all: 'once',
};
const CONCURRENCIES: readonly Concurrency[] = ['allow', 'forbid'];

const RULES: Readonly<Record<string, MemberRule>> = {
  firstRunAt: (value) =>
    instantOf(value) === undefined
      ? 'must be a time in milliseconds since 1970, or as ISO 8601 text with a zone'
      : undefined,
  cron: (value) => textOf(CRON_LENGTH_MAX)(value),
  timeZone: (value) =>
    typeof value === 'string' && value.length <= TIME_ZONE_LENGTH_MAX && isTimeZone(value)
      ? undefined
      : 'must be a time zone such as Europe/Berlin',
  repeatUnit: (value) => {
    if (typeof value === 'string' && unitOf(value) !== undefined) return undefined;
    return `must be one of ${UNITS.join(', ')}`;
  },
  repeatFrequency: wholeOf(1, FREQUENCY_MAX),
  repeatInterval: wholeOf(SECOND_MS, INTERVAL_MAX_MS),
  processMissedRuns: oneOf(Object.keys(MISSED)),
  concurrency: oneOf(CONCURRENCIES),
};
/** What says how often, beside `cron`. */
const REPEATS = ['repeatUnit', 'repeatFrequency', 'repeatInterval'] as const;

/**
 * Reads when a trigger of type `schedule` runs. Exports say it by `firstRunAt` and `repeatInterval`, or
 * `repeatUnit` and `repeatFrequency`; beside those there is `cron` with `timeZone` (docs/content.md).
 */
export function readSchedule(document: JsonObject): ScheduleReading {
  const faults = memberFaults(document, RULES);
  if (faults.length > 0) return { kind: 'refused', faults };
  const cron = textIn(document, 'cron');
  const firstRunAt = instantOf(document['firstRunAt'] ?? null) ?? null;
  const misfit = cron === '' ? needsStart(firstRunAt) : cronFault(cron, document);
  if (misfit) return { kind: 'refused', faults: [misfit] };
  const schedule = {
    recurrence: recurrenceOf(document),
    firstRunAt,
    missedRuns: MISSED[textIn(document, 'processMissedRuns')] ?? 'skip',
    concurrency: textIn(document, 'concurrency') === 'forbid' ? 'forbid' : 'allow',
  } as const;
  return { kind: 'read', schedule };
}

function needsStart(firstRunAt: Date | null): Fault | undefined {
  if (firstRunAt !== null) return undefined;
  return { pointer: '#/firstRunAt', detail: 'is required beside anything but cron' };
}

function cronFault(cron: string, document: JsonObject): Fault | undefined {
  const pointer = '#/cron';
  if (REPEATS.some((key) => (document[key] ?? null) !== null))
    return { pointer, detail: `must not stand beside ${REPEATS.join(', ')}` };
  const refusal = cronRefusal(cron, timeZoneOf(document));
  return refusal === undefined ? undefined : { pointer, detail: refusal };
}

function recurrenceOf(document: JsonObject): Recurrence {
  const cron = textIn(document, 'cron');
  const timeZone = timeZoneOf(document);
  if (cron !== '') return { kind: 'cron', expression: cron, timeZone };
  const unit = unitOf(textIn(document, 'repeatUnit')) ?? '';
  const frequency = numberIn(document, 'repeatFrequency') ?? 1;
  const months = UNIT_MONTHS[unit];
  if (months !== undefined) return { kind: 'months', everyMonths: months * frequency, timeZone };
  const everyMs = numberIn(document, 'repeatInterval') ?? (UNIT_MS[unit] ?? 0) * frequency;
  return everyMs === 0 ? { kind: 'once' } : { kind: 'interval', everyMs };
}

function timeZoneOf(document: JsonObject): string {
  return textIn(document, 'timeZone') || 'UTC';
}

/** Exports write `day` as well as `days`. */
function unitOf(text: string): string | undefined {
  const unit = text.toLowerCase().replace(/s$/, '');
  return UNITS.includes(unit) ? unit : undefined;
}

function instantOf(value: JsonValue): Date | undefined {
  if (typeof value === 'number') {
    return Number.isSafeInteger(value) && value >= 0 && value <= EPOCH_MS_MAX
      ? new Date(value)
      : undefined;
  }
  if (typeof value !== 'string' || !ISO_INSTANT.test(value)) return undefined;
  const time = Date.parse(value);
  return Number.isNaN(time) ? undefined : new Date(time);
}

const ISO_INSTANT = /^\d{4}-\d\d-\d\dT\d\d:\d\d(?::\d\d(?:\.\d{1,9})?)?(?:Z|[+-]\d\d:\d\d)$/;

function textIn(document: JsonObject, key: string): string {
  const value = document[key];
  return typeof value === 'string' ? value : '';
}

function numberIn(document: JsonObject, key: string): number | undefined {
  const value = document[key];
  return typeof value === 'number' ? value : undefined;
}

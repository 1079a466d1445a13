import { isJsonObject, type JsonObject, type JsonValue } from '../../../kernel/json.js';
import { ownObject, ownValue, textOf } from '../../../kernel/json-reading.js';
import { cronRefusal, isTimeZone } from '../../../platform/schedules/cron.js';

/** The bundle type under which earlier releases export what they start by hand and by schedule. */
export const AGENDA_JOB = 'ac-agenda-job';

/** What an agenda job comes to. */
export interface AgendaReading {
  /** The document of an automation; undefined where the job starts nothing. */
  readonly automation?: JsonObject;
  /** What is not taken of it, and why; undefined where all of it is. */
  readonly lacks?: string;
}

/** When it runs by itself, in the words of a trigger; null for never. */
type Timing = { readonly members: JsonObject | null } | { readonly lacks: string };

const INTERVAL = /^(?:every )?(?:(\d{1,5}|an?|one) )?(second|minute|hour|day|week|month|year)s?$/;
const NUMBER = /^\d{1,12}$/;
const INSTANT = /^\d{4}-\d\d-\d\dT\d\d:\d\d(?::\d\d(?:\.\d{1,9})?)?(?:Z|[+-]\d\d:\d\d)$/;
const SECOND_MS = 1000;

/**
 * Reads an agenda job: a workflow, the form and the answers that it starts with, and when it does so by
 * itself. It becomes an automation of that workflow, with a trigger by hand and one by schedule.
 * @param name its name where the job has none of its own.
 */
export function readAgendaJob(job: JsonObject, name: string): AgendaReading {
  const data = ownObject(job, 'data');
  const workflow = textOf(ownValue(data, 'workflowId'));
  if (workflow === '') return { lacks: 'it starts nothing here, because it names no workflow' };
  const timing = timingOf(job);
  const automation = {
    ...member(job, '_id'),
    name: textOf(job['name']) || name,
    description: textOf(data['description']),
    componentType: 'workflows',
    componentName: workflow,
    gbac: isJsonObject(data['gbac']) ? data['gbac'] : { read: [], write: [] },
    ...member(data, 'lastUpdated'),
    ...member(data, 'modifiedByUsername', 'lastUpdatedBy'),
    triggers: triggersOf(job, data, 'members' in timing ? timing.members : null),
  };
  if ('members' in timing) return { automation };
  return { automation, lacks: `it starts by hand alone, because it ${timing.lacks}` };
}

function member(of: JsonObject, key: string, as = key): JsonObject {
  const value = ownValue(of, key);
  return value === undefined ? {} : { [as]: value };
}

function triggersOf(job: JsonObject, data: JsonObject, timing: JsonObject | null): JsonObject[] {
  const common = {
    enabled: job['disabled'] !== true,
    actionType: 'automations',
    ...(textOf(data['formId']) !== '' && { formId: textOf(data['formId']) }),
    formData: ownObject(data, 'formData'),
    // Such workflows read their answers from one variable.
    legacyWrapper: true,
  };
  const byHand = { name: 'Start by hand', type: 'manual', ...common };
  if (timing === null) return [byHand];
  return [byHand, { name: 'Start by schedule', type: 'schedule', ...common, ...timing }];
}

function timingOf(job: JsonObject): Timing {
  const repeat = repeatOf(job['repeatInterval'] ?? null);
  const timeZone = textOf(job['repeatTimezone']) || 'UTC';
  if (!isTimeZone(timeZone)) return { lacks: `repeats in '${timeZone}', which is no time zone` };
  if (repeat !== null && 'cron' in repeat) return cronTiming(textOf(repeat['cron']), timeZone);
  const firstRunAt = firstRunOf(job, repeat !== null);
  if (firstRunAt !== undefined) return { members: { firstRunAt, ...repeat, timeZone } };
  return repeat === null ? NEVER : { lacks: 'repeats, and does not say from when on' };
}

const NEVER: Timing = { members: null };

function firstRunOf({ nextRunAt, lastRunAt }: JsonObject, repeats: boolean): JsonValue | undefined {
  return (repeats ? [nextRunAt, lastRunAt] : [nextRunAt]).find(isInstant);
}

function cronTiming(cron: string, timeZone: string): Timing {
  const refusal = cronRefusal(cron, timeZone);
  return refusal === undefined
    ? { members: { cron, timeZone } }
    : { lacks: `repeats by '${cron}', which ${refusal}` };
}

/** A number of milliseconds, an interval in words, or a cron expression; null for none. */
function repeatOf(interval: JsonValue): JsonObject | null {
  const text = typeof interval === 'number' ? String(interval) : textOf(interval).trim();
  if (text === '') return null;
  if (NUMBER.test(text)) return { repeatInterval: Math.max(SECOND_MS, Number(text)) };
  const [, count = 'one', unit] = INTERVAL.exec(text.toLowerCase()) ?? [];
  if (unit === undefined) return { cron: text };
  const repeatFrequency = NUMBER.test(count) ? Math.max(1, Number(count)) : 1;
  return { repeatUnit: unit, repeatFrequency };
}

function isInstant(value: JsonValue | undefined): value is string | number {
  if (typeof value === 'number') return Number.isSafeInteger(value) && value >= 0;
  return typeof value === 'string' && INSTANT.test(value) && !Number.isNaN(Date.parse(value));
}

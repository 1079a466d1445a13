import { type ShownTrigger } from '../../../client/src/client.js';
import { memberOf, textIn } from '../members.js';
import { pathOf } from '../navigation.js';
import { type CalendarEntry } from '../parts/calendar.js';
import * as texts from '../texts/automations.js';

/** The kinds of triggers in words. */
export const TRIGGER_KINDS: Readonly<Record<ShownTrigger['type'], string>> = {
  manual: texts.byHand,
  endpoint: texts.byCall,
  schedule: texts.byClock,
  eventSystem: texts.byEvent,
};

/** When a trigger starts its job, in one line. */
export function whenText(trigger: ShownTrigger): string {
  switch (trigger.type) {
    case 'manual':
      return textIn(trigger, 'formId') === undefined ? texts.noForm : texts.withForm;
    case 'endpoint':
      return pathOfEndpoint(trigger);
    case 'eventSystem':
      return `${textIn(trigger, 'source') ?? ''} ${textIn(trigger, 'topic') ?? ''}`;
    case 'schedule':
      return scheduleText(trigger);
  }
}

/** Where an endpoint trigger is called. */
export function pathOfEndpoint(trigger: ShownTrigger): string {
  // The line for the shell has it in single quotes, which the browser leaves as they are.
  const route = encodeURIComponent(textIn(trigger, 'routeName') ?? '').replaceAll("'", '%27');
  return `/operations-manager/triggers/endpoint/${route}`;
}

function scheduleText(trigger: ShownTrigger): string {
  const zone = textIn(trigger, 'timeZone') ?? 'UTC';
  const cron = textIn(trigger, 'cron');
  if (cron !== undefined) return `${cron} (${zone})`;
  const { repeatFrequency, repeatUnit, repeatInterval } = trigger;
  if (typeof repeatFrequency === 'number' && typeof repeatUnit === 'string')
    return texts.everyUnits(repeatFrequency, repeatUnit, zone);
  return typeof repeatInterval === 'number' ? texts.everySeconds(repeatInterval / 1000) : 'once';
}

/**
 * A line for the shell that calls an endpoint trigger, by a token of its own where it has one, else by
 * that of an account. The body is an example.
 * @param token the one that was just made.
 */
export function curlLine(trigger: ShownTrigger, origin: string, token = 'YOUR-TOKEN'): string {
  const header =
    trigger.credential === 'token' ? `X-Trigger-Token: ${token}` : `authorization: Bearer ${token}`;
  const body = JSON.stringify(exampleOf(trigger['schema'])).replaceAll("'", String.raw`'\''`);
  return [
    `curl -X POST '${origin}${pathOfEndpoint(trigger)}'`,
    `-H '${header}'`,
    `-H 'content-type: application/json'`,
    `-d '${body}'`,
  ].join(' \\\n  ');
}

const EXAMPLES: Readonly<Record<string, unknown>> = {
  string: 'text',
  number: 1,
  integer: 1,
  boolean: true,
  array: [],
  null: null,
};

/** What a JSON schema takes as far as types tell: members that are required, with a value of their type. */
function exampleOf(schema: unknown): unknown {
  const [listed] = [memberOf(schema, 'examples') ?? memberOf(schema, 'enum')].flat();
  const given = memberOf(schema, 'const') ?? memberOf(schema, 'default') ?? listed;
  if (given !== undefined) return given;
  const [type] = [memberOf(schema, 'type')].flat();
  if (typeof type === 'string' && Object.hasOwn(EXAMPLES, type)) return EXAMPLES[type];
  const required = [memberOf(schema, 'required') ?? []].flat().map(String);
  const members = memberOf(schema, 'properties');
  return Object.fromEntries(required.map((name) => [name, exampleOf(memberOf(members, name))]));
}

/** A run of a trigger in a calendar. */
export function entryOf({ _id: id, name, actionId }: ShownTrigger, atMs: number): CalendarEntry {
  return { id, title: name, atMs, link: `${pathOf('automations', actionId)}?trigger=${id}` };
}

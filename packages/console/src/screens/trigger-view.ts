import { type ShownTrigger } from '../../../client/src/client.js';
import { textIn } from '../members.js';
import { pathOf } from '../navigation.js';
import { type CalendarEntry } from '../parts/calendar.js';

/** The kinds of triggers in words. */
export const TRIGGER_KINDS: Readonly<Record<ShownTrigger['type'], string>> = {
  manual: 'by hand',
  endpoint: 'by a call',
  schedule: 'by the clock',
  eventSystem: 'by an event',
};

/** When a trigger starts its job, in one line. */
export function whenText(trigger: ShownTrigger): string {
  switch (trigger.type) {
    case 'manual':
      return textIn(trigger, 'formId') === undefined ? 'no form' : 'with a form';
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
    return `every ${repeatFrequency} ${repeatUnit}${repeatFrequency === 1 ? '' : 's'} (${zone})`;
  return typeof repeatInterval === 'number' ? `every ${repeatInterval / 1000} s` : 'once';
}

/** A line for the shell that calls an endpoint trigger, by a token of its own or of an account. */
export function curlLine(trigger: ShownTrigger, origin: string, token: string | undefined): string {
  const header =
    token === undefined ? 'authorization: Bearer YOUR-TOKEN' : `x-trigger-token: ${token}`;
  return [
    `curl -X POST '${origin}${pathOfEndpoint(trigger)}'`,
    `-H '${header}'`,
    `-H 'content-type: application/json'`,
    `-d '{}'`,
  ].join(' \\\n  ');
}

/** A run of a trigger in a calendar. */
export function entryOf({ _id: id, name, actionId }: ShownTrigger, atMs: number): CalendarEntry {
  return { id, title: name, atMs, link: `${pathOf('automations', actionId)}?trigger=${id}` };
}

import { type Fault } from '../../../kernel/app-error.js';
import { isAlwaysQuiet, WEEKDAYS, type Weekday } from '../../../cores/notifications/quiet-times.js';
import { syntaxFault } from '../../../cores/jinja/try-render.js';
import { isTimeZone } from '../../../platform/schedules/cron.js';
import { type QuietWrite, type RuleWrite } from './rule-write.js';

/** What of a request cannot be a rule, whatever else there is. */
export function ruleFaults(request: RuleWrite): readonly Fault[] {
  const { filters, channels, quiet } = request;
  return [
    ...(filters.length > 0 ? [] : [{ pointer: '#/filters', detail: 'must name an event' }]),
    ...(channels.length > 0 ? [] : [{ pointer: '#/channels', detail: 'must name a channel' }]),
    ...(['subject', 'text'] as const).flatMap((key) => {
      const fault = syntaxFault(request[key] ?? '');
      return fault === undefined ? [] : [{ pointer: `#/${key}`, detail: fault }];
    }),
    ...(quiet ? quietFaults(quiet) : []),
  ];
}

function quietFaults({ from, to, timeZone, days }: QuietWrite): readonly Fault[] {
  const faults: Fault[] = (days ?? []).flatMap((day, at) =>
    isWeekday(day)
      ? []
      : [{ pointer: `#/quiet/days/${at}`, detail: `must be one of ${WEEKDAYS.join(', ')}` }],
  );
  if (!isTimeZone(timeZone))
    faults.push({ pointer: '#/quiet/timeZone', detail: 'must be the name of a time zone' });
  if (isAlwaysQuiet({ from, to, timeZone, days: days?.filter(isWeekday) ?? null }))
    faults.push({ pointer: '#/quiet', detail: 'leaves no time to send anything' });
  return faults;
}

/** Whether a text is the name of a day. */
export function isWeekday(text: string): text is Weekday {
  return (WEEKDAYS as readonly string[]).includes(text);
}

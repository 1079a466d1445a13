import { DateTime } from 'luxon';
import { type MethodCall } from '../transformations/method-call.js';
import { isObject, type Value } from '../transformations/value.js';
import { type TaskTable } from './task-row.js';
import { DEFAULT_FORMAT, shownTime, spanAt, timeAt, zoneAt } from './time/time-values.js';

const MS_PER_DAY = 86_400_000;
/** Days in 400 years, and months in them: what a month is on average. */
const DAYS_PER_ERA = 146_097;
const MONTHS_PER_ERA = 4800;

/** Times as `{time, formatString}`, in formats of moment.js. What time it is the step says. */
export const TIME_TASKS: TaskTable = {
  addDuration: {
    args: ['inputTime', 'offsetDuration?'],
    output: 'newTime',
    run: (call) => {
      const { time, format } = timeAt(call, 0);
      return shownTime(call, time.plus(spanAt(call, 1)), format);
    },
  },
  calculateTimeDiff: { args: ['firstTime', 'secondTime'], output: 'timeDiff', run: difference },
  convertEpochToObject: {
    args: ['epoch', 'epochFormat|EpochFormat?', 'newFormatString?'],
    output: 'convertedTime',
    run: (call) => {
      const time = DateTime.fromMillis(call.number(0) * unit(call, 1), { zone: 'utc' });
      return shownTime(call, time, call.isGiven(2) ? call.text(2) : DEFAULT_FORMAT);
    },
  },
  convertTimeFormat: {
    args: ['inputTime', 'newFormatString?'],
    output: 'convertedTime',
    run: (call) =>
      shownTime(call, timeAt(call, 0).time, call.isGiven(1) ? call.text(1) : DEFAULT_FORMAT),
  },
  convertTimeToEpoch: {
    args: ['inputTime', 'EpochFormat|epochFormat?'],
    output: 'epochTime',
    run: (call) => Math.floor(timeAt(call, 0).time.toMillis() / unit(call, 1)),
  },
  convertTimezone: {
    args: ['inputTime', 'NewTimezone|newTimezone|timezone?'],
    output: 'convertedTime',
    run: (call) => {
      const { time, format } = timeAt(call, 0);
      // Whatever offset the time says, it counts as one of Greenwich.
      const shifted = time.setZone('utc', { keepLocalTime: true }).setZone(zoneAt(call, 1));
      return shownTime(call, shifted, format);
    },
  },
  getTime: {
    args: ['timezone|Timezone?', 'offsetDuration?', 'format?'],
    output: 'time',
    run: now,
  },
};

function now(call: MethodCall): Value {
  const zone = zoneAt(call, 0);
  const time = DateTime.fromMillis(call.context.now, { zone }).plus(spanAt(call, 1));
  if (call.isGiven(2)) return shownTime(call, time, call.text(2));
  const shown = shownTime(call, time, DEFAULT_FORMAT);
  const { year, month, day, hour, minute, second, millisecond } = time;
  return { ...(isObject(shown) && shown), year, month, day, hour, minute, second, millisecond };
}

/** How much later the first time is, in each unit by itself. */
function difference(call: MethodCall): Value {
  const milliseconds = timeAt(call, 0).time.toMillis() - timeAt(call, 1).time.toMillis();
  const days = milliseconds / MS_PER_DAY;
  const months = (days * MONTHS_PER_ERA) / DAYS_PER_ERA;
  return {
    milliseconds,
    seconds: milliseconds / 1000,
    minutes: milliseconds / 60_000,
    hours: milliseconds / 3_600_000,
    days,
    months,
    years: months / 12,
  };
}

/** How many milliseconds one of an epoch's units has. @throws RunStop */
function unit(call: MethodCall, at: number): number {
  const name = call.isGiven(at) ? call.text(at).toLowerCase() : 'milliseconds';
  if (name === 'seconds') return 1000;
  return name === 'milliseconds' ? 1 : call.wrongType(at, 'Seconds or Milliseconds');
}

import { type ReactNode } from 'react';
import { Link } from 'wouter';
import { written } from './plain-text.js';
import { useNow } from './time.js';
import * as common from '../texts/common.js';
import * as texts from '../texts/parts.js';

/** Something that happens at a time. */
export interface CalendarEntry {
  readonly id: string;
  readonly title: string;
  readonly atMs: number;
  readonly link: string;
}

const DAYS = 14;
const DAY_ENTRIES_MAX = 6;
const MINUTE_MS = 60_000;
const dayFormat = new Intl.DateTimeFormat('en-GB', {
  weekday: 'short',
  day: 'numeric',
  month: 'short',
});
const timeFormat = new Intl.DateTimeFormat('en-GB', { hour: '2-digit', minute: '2-digit' });
const { timeZone } = timeFormat.resolvedOptions();

/** The next two weeks by days, today first; on a phone one day below the other. */
export function Calendar(props: {
  readonly label: string;
  readonly entries: readonly CalendarEntry[];
}): ReactNode {
  const now = new Date(useNow(MINUTE_MS));
  const days = Array.from(
    { length: DAYS },
    (_, place) => new Date(now.getFullYear(), now.getMonth(), now.getDate() + place),
  );
  const end = new Date(now.getFullYear(), now.getMonth(), now.getDate() + DAYS).getTime();
  const inOrder = props.entries.toSorted((a, b) => a.atMs - b.atMs);
  const later = inOrder.filter(({ atMs }) => atMs >= end);
  return (
    <>
      <p className="soft">{texts.timesInZone(timeZone)}</p>
      <ol className="calendar" aria-label={props.label}>
        {days.map((day) => (
          <Day
            key={day.getTime()}
            day={day}
            entries={inOrder.filter(
              ({ atMs }) => new Date(atMs).toDateString() === day.toDateString(),
            )}
          />
        ))}
      </ol>
      {later[0] && (
        <p className="soft">{texts.laterOn(later.length, dayFormat.format(later[0].atMs))}</p>
      )}
    </>
  );
}

function Day(props: { readonly day: Date; readonly entries: readonly CalendarEntry[] }): ReactNode {
  const { day, entries } = props;
  const more = entries.length - DAY_ENTRIES_MAX;
  return (
    <li className={entries.length === 0 ? 'free' : undefined}>
      <p className="soft">{dayFormat.format(day)}</p>
      <ul>
        {entries.slice(0, DAY_ENTRIES_MAX).map(({ id, title, atMs, link }) => (
          <li key={`${id} ${atMs}`}>
            <time dateTime={new Date(atMs).toISOString()}>{timeFormat.format(atMs)}</time>{' '}
            <Link href={link}>{written(title)}</Link>
          </li>
        ))}
      </ul>
      {more > 0 && <p className="soft">{common.more(more)}</p>}
    </li>
  );
}

import { type ReactNode, useEffect, useState } from 'react';
import { nowMs } from '../clock.js';
import * as texts from '../texts/parts.js';

const STEPS = [
  ['day', 86_400_000],
  ['hour', 3_600_000],
  ['minute', 60_000],
  ['second', 1000],
] as const;
const relative = new Intl.RelativeTimeFormat('en', { numeric: 'auto' });
const absolute = new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium', timeStyle: 'long' });
const dated = new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium', timeStyle: 'short' });
/** How often times are said anew: so far what has just happened may seem to be ahead. */
const RENEWED_MS = 10_000;
const WEEK_MS = 7 * 86_400_000;

/** The time now, anew every so often, so that what is shown of it does not stand still. */
export function useNow(everyMs: number): number {
  const [now, setNow] = useState(nowMs);
  useEffect(() => {
    const timer = setInterval(() => setNow(nowMs()), everyMs);
    return () => clearInterval(timer);
  }, [everyMs]);
  return now;
}

/** A moment, by how long ago it was; the absolute time, in the viewer's zone, on hover. */
export function When(props: {
  readonly at: number | string | null | undefined;
  /** What is said where there is no moment. */
  readonly otherwise?: string;
}): ReactNode {
  const { at, otherwise = texts.never } = props;
  const now = useNow(RENEWED_MS);
  if (at === null || at === undefined || at === '')
    return <span className="soft">{otherwise}</span>;
  const moment = new Date(at);
  if (Number.isNaN(moment.getTime())) return <span>{String(at)}</span>;
  const distance = moment.getTime() - now;
  return (
    <time dateTime={moment.toISOString()} title={absolute.format(moment)}>
      {agoText(distance > 0 && distance < RENEWED_MS ? 0 : distance) ?? dated.format(moment)}
    </time>
  );
}

/** Undefined for what is better said by its date. */
export function agoText(distanceMs: number): string | undefined {
  if (Math.abs(distanceMs) > WEEK_MS) return undefined;
  const step = STEPS.find(([, ms]) => Math.abs(distanceMs) >= ms);
  return step ? relative.format(Math.trunc(distanceMs / step[1]), step[0]) : texts.justNow;
}

/** A duration in the two largest units that it has. */
export function durationText(ms: number): string {
  if (ms < 1000) return texts.milliseconds(Math.round(ms));
  const seconds = Math.floor(ms / 1000);
  const parts = [
    [Math.floor(seconds / 86_400), 'd'],
    [Math.floor(seconds / 3600) % 24, 'h'],
    [Math.floor(seconds / 60) % 60, 'min'],
    [seconds % 60, 's'],
  ] as const;
  const first = parts.findIndex(([count]) => count > 0);
  return parts
    .slice(first, first + 2)
    .filter(([count]) => count > 0)
    .map(([count, unit]) => `${count} ${unit}`)
    .join(' ');
}

/** How long something has taken, or takes so far. */
export function Lasted(props: {
  readonly from: number | null | undefined;
  readonly to: number | null | undefined;
}): ReactNode {
  const now = useNow(1000);
  if (typeof props.from !== 'number') return <span className="soft">–</span>;
  return <span>{durationText(Math.max(0, (props.to ?? now) - props.from))}</span>;
}

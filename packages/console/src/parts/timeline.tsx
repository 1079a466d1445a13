import { Fragment, type ReactNode } from 'react';
import { Status, toneOf } from './status.js';
import { durationText } from './time.js';
import { type Extent, layoutTimeline, type Span } from './timeline-layout.js';
import * as texts from '../texts/parts.js';

/** So much of a bar is seen of what took no time, in percent. */
const BAR_MIN = 0.5;

/** A run as it is drawn. */
export interface TimelineRun extends Span {
  readonly task: string;
  readonly title: string;
  readonly status: string;
}

/** What ran when: a row for each run. Where nothing ran for long, the axis of time is shortened. */
export function Timeline(props: {
  readonly label: string;
  readonly runs: readonly TimelineRun[];
  /** So many rows are drawn. */
  readonly count: number;
  readonly chosen: string | undefined;
  readonly onChoose: (task: string) => void;
  /** What follows the rows. */
  readonly foot: ReactNode;
}): ReactNode {
  const { label, runs, count, chosen, onChoose, foot } = props;
  const { rows, gaps } = layoutTimeline(runs);
  const idle = new Map(gaps.map((gap) => [gap.id, gap]));
  return (
    <section className="task-list timeline" aria-label={label}>
      <ol>
        {rows.slice(0, count).map((row) => {
          const gap = idle.get(row.id);
          return (
            <Fragment key={row.id}>
              {gap && <li className="idle">{texts.idle(durationText(gap.to - gap.from))}</li>}
              <li>
                <button
                  type="button"
                  aria-pressed={row.task === chosen}
                  onClick={() => onChoose(row.task)}
                >
                  <span className="one-line">{row.title}</span>
                  <Bar row={row} gaps={gaps} />
                  <Status of={row.status} />
                  <span className="end">{durationText(Math.max(0, row.to - row.from))}</span>
                </button>
              </li>
            </Fragment>
          );
        })}
      </ol>
      {foot}
    </section>
  );
}

function Bar(props: {
  readonly row: TimelineRun & Extent;
  readonly gaps: readonly (Span & Extent)[];
}): ReactNode {
  const { row, gaps } = props;
  const width = Math.max(BAR_MIN, row.width);
  const left = Math.min(row.left, 100 - width);
  return (
    <svg aria-hidden="true">
      {gaps.map((gap) => (
        <rect key={gap.id} className="idle" x={`${gap.left}%`} width={`${gap.width}%`} />
      ))}
      <rect className={`bar ${toneOf(row.status)}`} x={`${left}%`} width={`${width}%`} />
    </svg>
  );
}

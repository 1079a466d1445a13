import {
  getJobMetrics,
  getTaskMetrics,
  type ShownTaskFigures,
  type ShownWorkflowFigures,
} from '../../../client/src/client.js';
import { type ReactNode } from 'react';
import { client } from '../api.js';
import { Bars } from '../parts/bars.js';
import { useNarrowed } from '../parts/filters.js';
import { type Column, List } from '../parts/list.js';
import { Section } from '../parts/page.js';
import { Loaded } from '../parts/state.js';
import { durationText, useNow } from '../parts/time.js';
import { REFRESH_MS } from '../refresh-interval.js';
import { useRead } from '../use-read.js';
import * as common from '../texts/common.js';
import * as texts from '../texts/health.js';

const HOUR_MS = 3_600_000;
const BARS = 12;
const ROWS = 8;
/** The hours that can be looked at: one bar each for a half day, a day, a week. */
const SPANS = { '12': texts.hours12, '24': texts.hours24, '168': texts.days7 } as const;

const hourFormat = new Intl.DateTimeFormat('en-GB', { hour: '2-digit', minute: '2-digit' });
const dayFormat = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'short' });

/** What jobs came to in the last hours, as charts, by workflow and by task. */
export function Figures(): ReactNode {
  const by = useNarrowed();
  const hours = Number(Object.keys(SPANS).find((span) => span === by.get('hours')) ?? 24);
  // Whole hours, so that the same question is asked for an hour.
  const end = Math.ceil(useNow(12 * REFRESH_MS) / HOUR_MS) * HOUR_MS;
  return (
    <Section
      title={texts.jobsInNumbers}
      aside={
        <label>
          {texts.ofLast}{' '}
          <select value={String(hours)} onChange={({ target }) => by.set('hours', [target.value])}>
            {Object.entries(SPANS).map(([value, title]) => (
              <option key={value} value={value}>
                {title}
              </option>
            ))}
          </select>
        </label>
      }
    >
      <Charts hours={hours} end={end} />
      <div className="columns">
        <Workflows hours={hours} end={end} />
        <TaskKinds hours={hours} end={end} />
      </div>
    </Section>
  );
}

interface Span {
  readonly hours: number;
  readonly end: number;
}

function Charts({ hours, end }: Span): ReactNode {
  const step = (hours * HOUR_MS) / BARS;
  const starts = Array.from({ length: BARS }, (_, place) => end - (BARS - place) * step);
  const reading = useRead(
    'getJobMetrics',
    ['bars', hours, end],
    (signal) =>
      Promise.all(
        starts.map(async (start) => {
          const query = { ...windowOf(start, start + step), limit: 1 };
          return (await getJobMetrics({ client, signal, query })).summary;
        }),
      ),
    { everyMs: 12 * REFRESH_MS },
  );
  const labels = starts.map((start) => (hours > 24 ? dayFormat : hourFormat).format(start));
  const labelAt = (place: number): string =>
    hours > 24
      ? `${labels[place] ?? ''} ${hourFormat.format(starts[place])}`
      : (labels[place] ?? '');
  return (
    <Loaded of={reading}>
      {(summaries) => (
        <div className="columns">
          <Bars
            label={texts.jobsThatBegan}
            series={[
              { name: 'complete', tone: 'good' },
              { name: texts.inErrorSeries, tone: 'bad' },
              { name: texts.unfinishedSeries, tone: 'busy' },
              { name: 'canceled', tone: 'quiet' },
            ]}
            bars={summaries.map(({ statuses }, place) => ({
              label: labelAt(place),
              values: [
                ...[statuses.complete, statuses.error],
                ...[statuses.running + statuses.paused, statuses.canceled],
              ],
            }))}
          />
          <Bars
            label={texts.medianSeconds}
            series={[{ name: 'seconds', tone: 'busy' }]}
            bars={summaries.map((summary, place) => ({
              label: labelAt(place),
              values: [Math.round((summary.run_time.p50 ?? 0) / 100) / 10],
            }))}
          />
        </div>
      )}
    </Loaded>
  );
}

function windowOf(from: number, to: number): { readonly from: string; readonly to: string } {
  return { from: new Date(from).toISOString(), to: new Date(to).toISOString() };
}

const tookText = (ms: number | null): string => (ms === null ? '' : durationText(ms));

const WORKFLOW_COLUMNS: readonly Column<ShownWorkflowFigures>[] = [
  { title: common.workflow, cell: ({ workflow }) => workflow.name },
  { title: common.jobs, cell: ({ jobs }) => jobs.toLocaleString('en'), look: 'end' },
  {
    title: texts.inError,
    cell: ({ statuses }) => statuses.error.toLocaleString('en'),
    look: 'end',
  },
  { title: texts.halfTookLessThan, cell: ({ run_time: time }) => tookText(time.p50), look: 'end' },
  { title: texts.longest, cell: ({ run_time: time }) => tookText(time.max), look: 'end' },
];

function Workflows({ hours, end }: Span): ReactNode {
  const query = { ...windowOf(end - hours * HOUR_MS, end), limit: ROWS };
  const reading = useRead('getJobMetrics', [query], (signal) =>
    getJobMetrics({ client, signal, query }),
  );
  return (
    <Loaded of={reading}>
      {({ results, total }) => (
        <List
          label={texts.workflowsInNumbers}
          rows={results}
          columns={WORKFLOW_COLUMNS}
          idOf={({ _id }) => _id}
          empty={<p>{texts.noJobBegan}</p>}
          foot={total > results.length && common.more(total - results.length)}
        />
      )}
    </Loaded>
  );
}

const TASK_COLUMNS: readonly Column<ShownTaskFigures>[] = [
  { title: common.task, cell: ({ app, name }) => `${app} ${name}` },
  { title: common.runs, cell: ({ runs }) => runs.toLocaleString('en'), look: 'end' },
  {
    title: texts.inError,
    cell: ({ statuses }) => statuses.error.toLocaleString('en'),
    look: 'end',
  },
  { title: texts.longest, cell: ({ run_time: time }) => tookText(time.max), look: 'end' },
];

function TaskKinds({ hours, end }: Span): ReactNode {
  const query = { ...windowOf(end - hours * HOUR_MS, end), limit: ROWS };
  const reading = useRead('getTaskMetrics', [query], (signal) =>
    getTaskMetrics({ client, signal, query }),
  );
  return (
    <Loaded of={reading}>
      {({ results, total }) => (
        <List
          label={texts.tasksInNumbers}
          rows={results}
          columns={TASK_COLUMNS}
          idOf={({ app, name }) => `${app} ${name}`}
          empty={<p>{texts.noTaskRan}</p>}
          foot={total > results.length && common.more(total - results.length)}
        />
      )}
    </Loaded>
  );
}

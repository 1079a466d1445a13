import { type JobShape, listJobIterations } from '../../../client/src/client.js';
import {
  keepPreviousData,
  useInfiniteQuery,
  type UseInfiniteQueryResult,
} from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { client } from '../api.js';
import { REFRESH_MS } from '../refresh-interval.js';
import { type Column, List } from '../parts/list.js';
import { ShowMore } from '../parts/show-more.js';
import { Loaded } from '../parts/state.js';
import { Status } from '../parts/status.js';
import { When } from '../parts/time.js';
import { Timeline } from '../parts/timeline.js';
import { useSession } from '../session.js';
import { eventsOf, type JobEvent, type RunOfJob, titleOfRun } from './job-view.js';
import * as common from '../texts/common.js';
import * as texts from '../texts/jobs.js';

/** So many runs are asked for at a time. */
const RUNS_LIMIT = 500;
/** So many rows are drawn at a time. */
const ROWS_STEP = 100;

interface Props {
  readonly job: JobShape;
  readonly chosen: string | undefined;
  readonly onChoose: (task: string) => void;
}

interface Runs {
  readonly runs: readonly RunOfJob[];
  /** How many more there are. */
  readonly left: number;
}

interface RunsReading {
  readonly operation: string;
  readonly isAllowed: boolean;
  readonly query: UseInfiniteQueryResult<Runs>;
}

/** The runs of all tasks by their starts, without their values. */
function useRuns({ _id: id, status }: JobShape, order: 'asc' | 'desc'): RunsReading {
  const { may, user } = useSession();
  const isAllowed = may('listJobIterations');
  // One that is paused records the ends of what ran.
  const isGoingOn = status === 'running' || status === 'paused';
  const query = useInfiniteQuery({
    queryKey: ['listJobIterations', user.id, id, status, order],
    queryFn: ({ signal, pageParam: skip }) =>
      listJobIterations({
        client,
        signal,
        path: { id },
        query: {
          skip,
          limit: RUNS_LIMIT,
          include: '_id,job,iteration,status,metrics',
          sort: 'metrics.start_time',
          order,
        },
      }),
    initialPageParam: 0,
    getNextPageParam: ({ data, metadata }, _pages, skip) => {
      const next = skip + data.length;
      return data.length === 0 || next >= metadata.total ? undefined : next;
    },
    select: ({ pages }): Runs => {
      // A run that began in between moves those after it to the next page.
      const runs = new Map(pages.flatMap(({ data }) => data.map((run) => [run._id, run])));
      const left = (pages.at(-1)?.metadata.total ?? 0) - runs.size;
      return { runs: [...runs.values()], left };
    },
    enabled: isAllowed,
    placeholderData: keepPreviousData,
    // More than the first page holds still.
    refetchInterval: ({ state }) => isGoingOn && state.data?.pages.length === 1 && REFRESH_MS,
  });
  return { operation: 'listJobIterations', isAllowed, query };
}

/** How much is drawn, and what draws more: first what has been read, then what is read for it. */
function useRows({ query }: RunsReading): {
  readonly count: number;
  readonly footOf: (rows: number) => ReactNode;
} {
  const [count, setCount] = useState(ROWS_STEP);
  const unread = query.hasNextPage ? (query.data?.left ?? 0) : 0;
  const onMore = (rows: number): void => {
    if (query.isFetchingNextPage) return;
    setCount(Math.min(count, rows) + ROWS_STEP);
    if (count + ROWS_STEP > rows && unread > 0) void query.fetchNextPage();
  };
  const footOf = (rows: number): ReactNode => {
    const left = rows - Math.min(count, rows) + unread;
    return left > 0 && <ShowMore left={texts.moreRows(left)} onMore={() => onMore(rows)} />;
  };
  return { count, footOf };
}

/** When which task of a job ran. */
export function JobTimeline({ job, chosen, onChoose }: Props): ReactNode {
  const reading = useRuns(job, 'asc');
  const { count, footOf } = useRows(reading);
  const nowMs = reading.query.dataUpdatedAt;
  return (
    <Loaded of={reading}>
      {({ runs }) => (
        <Timeline
          label={texts.timelineOfJob}
          runs={runs.map((run) => {
            const { start_time, end_time } = run.metrics;
            const from = start_time ?? nowMs;
            return {
              id: run._id,
              task: run.job.task,
              title: titleOfRun(job, run),
              status: run.status,
              from,
              to: end_time ?? nowMs,
            };
          })}
          foot={footOf(runs.length)}
          {...{ count, chosen, onChoose }}
        />
      )}
    </Loaded>
  );
}

/** What happened in a job, the latest first. */
export function JobEvents({ job, onChoose }: Props): ReactNode {
  const reading = useRuns(job, 'desc');
  const { count, footOf } = useRows(reading);
  return (
    <Loaded of={reading}>
      {({ runs }) => {
        const events = eventsOf(job, runs);
        return (
          <List
            label={texts.eventsOfJob}
            rows={events.slice(0, count)}
            columns={columnsOf(job, onChoose)}
            idOf={({ run, what }) => `${run?._id ?? ''} ${what}`}
            empty={null}
            foot={footOf(events.length)}
          />
        );
      }}
    </Loaded>
  );
}

function columnsOf(job: JobShape, onChoose: Props['onChoose']): readonly Column<JobEvent>[] {
  return [
    {
      title: common.task,
      cell: ({ run }) =>
        run ? (
          <button type="button" className="link" onClick={() => onChoose(run.job.task)}>
            {titleOfRun(job, run)}
          </button>
        ) : (
          texts.theJob
        ),
    },
    { title: common.what, cell: ({ what }) => <Status of={what} /> },
    { title: common.when, cell: ({ atMs }) => <When at={atMs} /> },
    { title: common.by, cell: ({ by }) => by },
  ];
}

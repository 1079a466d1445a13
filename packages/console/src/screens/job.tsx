import { followJob, getJob, type JobAnswer, type JobShape } from '../../../client/src/client.js';
import { useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useEffect, useState } from 'react';
import { Link, useSearchParams } from 'wouter';
import { client, noteFailure } from '../api.js';
import { Graph } from '../parts/graph.js';
import { ShowMore } from '../parts/show-more.js';
import { useHotkeys } from '../parts/keys.js';
import { Page } from '../parts/page.js';
import { Loaded } from '../parts/state.js';
import { Status } from '../parts/status.js';
import { Tabs, useTab } from '../parts/tabs.js';
import { Lasted, When } from '../parts/time.js';
import { pathOf } from '../navigation.js';
import { type Reading, useRead } from '../use-read.js';
import { useSession } from '../session.js';
import { JobActions } from './job-actions.js';
import { JobEvents, JobTimeline } from './job-runs.js';
import { JobValues, VALUE_BYTES } from './job-value.js';
import { JobWaiting } from './job-waiting.js';
import { TaskInspector, TaskLinks } from './job-task.js';
import {
  faultOf,
  hasEnded,
  lastFault,
  stoppedAt,
  type TaskOfJob,
  tasksOf,
  titleOf,
  withNews,
} from './job-view.js';
import * as common from '../texts/common.js';
import * as texts from '../texts/jobs.js';

/** So many tasks of a large job are drawn at a time. */
const TASKS_STEP = 100;

const VIEWS = { graph: texts.graph, timeline: texts.timeline, events: common.events } as const;

/** One job as it happens: what went wrong first, and what can be done about it. */
export function Job({ id }: { readonly id: string }): ReactNode {
  const reading = useJob(id);
  return <Loaded of={reading}>{({ data }) => <LoadedJob job={data} />}</Loaded>;
}

/** The job, kept up with by the stream of its news; what tasks have answered is asked for when one changes. */
function useJob(id: string): Reading<JobAnswer> {
  const queries = useQueryClient();
  const { user, may } = useSession();
  const reading = useRead('getJob', [id], (signal) =>
    getJob({ client, signal, path: { id }, query: { valueBytes: VALUE_BYTES } }),
  );
  const status = reading.query.data?.data.status;
  const isFollowed = status !== undefined && !hasEnded({ status }) && may('followJob');
  useEffect(() => {
    if (!isFollowed) return;
    const end = new AbortController();
    const key = ['getJob', user.id, id];
    const follow = async (): Promise<void> => {
      for await (const { kind, job } of followJob(client, id, { signal: end.signal })) {
        queries.setQueryData<JobAnswer>(
          key,
          (before) => before && { ...before, data: withNews(before.data, job) },
        );
        if (kind === 'change') void queries.invalidateQueries({ queryKey: key });
      }
      void queries.invalidateQueries({ queryKey: key });
    };
    follow().catch((error: unknown) => !end.signal.aborted && noteFailure(error));
    return () => end.abort();
  }, [id, isFollowed, queries, user.id]);
  return reading;
}

function LoadedJob({ job }: { readonly job: JobShape }): ReactNode {
  const [params, setParams] = useSearchParams();
  const view = useTab(VIEWS);
  const tasks = tasksOf(job);
  const chosen = tasks.find(({ id }) => id === params.get('task')) ?? tasks[0];
  const choose = (task: string): void => {
    const changed = new URLSearchParams(params);
    changed.set('task', task);
    setParams(changed, { replace: true });
  };
  const step = (by: 1 | -1): void => {
    const next = tasks[tasks.findIndex(({ id }) => id === chosen?.id) + by];
    if (next) choose(next.id);
  };
  const stepping = [
    { keys: 'j', what: texts.nextTask, act: () => step(1) },
    { keys: 'k', what: texts.taskBefore, act: () => step(-1) },
  ];
  // Among events the same keys go from row to row.
  useHotkeys(view === 'events' ? [] : stepping);
  return (
    <Page
      title={job.name}
      note={<JobNote job={job} />}
      actions={<JobActions job={job} task={chosen} />}
    >
      <JobFault job={job} tasks={tasks} onChoose={choose} />
      <JobWaiting job={job} />
      <Tabs label={texts.viewsOfJob} tabs={VIEWS} chosen={view} keeps="task" />
      {view === 'graph' && (
        <Graph
          label={texts.graphOfJob}
          nodes={tasks.map((task) => ({ id: task.id, title: titleOf(task), status: task.status }))}
          edges={job.transitions}
          chosen={chosen?.id}
          onChoose={choose}
        />
      )}
      {view === 'timeline' && <JobTimeline job={job} chosen={chosen?.id} onChoose={choose} />}
      {view === 'events' && <JobEvents job={job} chosen={chosen?.id} onChoose={choose} />}
      <div className="split">
        <TaskList tasks={tasks} chosen={chosen?.id} onChoose={choose} />
        {chosen && <TaskInspector key={chosen.id} job={job} task={chosen} />}
      </div>
      <JobValues label={common.variablesOfJob} values={job.variables} of={{ job: job._id }} />
    </Page>
  );
}

function JobNote({ job }: { readonly job: JobShape }): ReactNode {
  const { metrics, status, ancestors, mocked, queued } = job;
  const parent = ancestors.at(-2);
  return (
    <>
      <Status of={status} />
      <span>
        {texts.byPerson(metrics.user)} <When at={metrics.start_time} />
      </span>
      <span>
        <Lasted from={metrics.start_time} to={stoppedAt(job)} />
      </span>
      {!hasEnded(job) && <span>{Math.round(metrics.progress * 100)} %</span>}
      {mocked !== null && <span>{common.testRun}</span>}
      {queued !== null && <span>{queued}</span>}
      <Link href={pathOf('workflows', job.name)}>{texts.itsWorkflow}</Link>
      {parent !== undefined && <Link href={pathOf('jobs', parent)}>{texts.jobThatStartedIt}</Link>}
      {job.description !== '' && <span className="soft">{job.description}</span>}
    </>
  );
}

function JobFault(props: {
  readonly job: JobShape;
  readonly tasks: readonly TaskOfJob[];
  readonly onChoose: (id: string) => void;
}): ReactNode {
  const { job, tasks, onChoose } = props;
  if (job.status !== 'error') return null;
  const at = tasks.find(({ id }) => id === lastFault(job)?.task);
  return (
    <div className="fault" role="alert">
      <p>{faultOf(job)}</p>
      {at && (
        <p className="links">
          <button type="button" className="link" onClick={() => onChoose(at.id)}>
            {texts.showTask(titleOf(at))}
          </button>
          <TaskLinks of={at} />
        </p>
      )}
    </div>
  );
}

function TaskList(props: {
  readonly tasks: readonly TaskOfJob[];
  readonly chosen: string | undefined;
  readonly onChoose: (id: string) => void;
}): ReactNode {
  const { tasks, chosen, onChoose } = props;
  const [wanted, setWanted] = useState('');
  const [count, setCount] = useState(TASKS_STEP);
  const found = tasks.filter((task) => titleOf(task).toLowerCase().includes(wanted.toLowerCase()));
  // The chosen one is among them, for keys go to it too.
  const place = found.findIndex(({ id }) => id === chosen);
  const shown = found.slice(0, Math.max(count, place + 1));
  return (
    <section className="task-list">
      <h2 className="unseen">{common.tasks}</h2>
      <input
        type="search"
        aria-label={texts.filterTasksLabel}
        placeholder={texts.filterTasks(tasks.length)}
        value={wanted}
        onChange={({ target }) => setWanted(target.value)}
      />
      <ul>
        {shown.map((task) => (
          <li key={task.id}>
            <button
              type="button"
              aria-pressed={task.id === chosen}
              onClick={() => onChoose(task.id)}
            >
              <span className="one-line">{titleOf(task)}</span>
              <Status of={task.status} />
            </button>
          </li>
        ))}
      </ul>
      {shown.length < found.length && (
        <ShowMore
          left={texts.tasks(found.length - shown.length)}
          onMore={() => setCount(shown.length + TASKS_STEP)}
        />
      )}
    </section>
  );
}

import {
  type ChildJobShape,
  type JobShape,
  listManualTasks,
  type ShownManualTask,
} from '../../../client/src/client.js';
import { type ReactNode } from 'react';
import { Link } from 'wouter';
import { client } from '../api.js';
import { pathOf } from '../navigation.js';
import { Section } from '../parts/page.js';
import { written } from '../parts/plain-text.js';
import { When } from '../parts/time.js';
import { REFRESH_MS } from '../refresh-interval.js';
import { useRead } from '../use-read.js';
import { hasEnded } from './job-view.js';
import * as common from '../texts/common.js';
import * as texts from '../texts/jobs.js';

const SHOWN_MAX = 25;
/** So many of the jobs that a job has started are looked into. */
const JOBS_MAX = 100;

/** The tasks of a job, and of the jobs that it has started, that somebody like the reader has to do. */
export function JobWaiting({ job }: { readonly job: JobShape }): ReactNode {
  const tasks = Object.values(job.tasks);
  const children = tasks.flatMap(({ childJobs }) => childJobs);
  const mayWait = children.length > 0 || tasks.some(({ type }) => type === 'manual');
  const ids = [job._id, ...children.slice(0, JOBS_MAX).map(({ _id }) => _id)];
  const query = { in: ids.join(), inField: 'job._id', limit: SHOWN_MAX } as const;
  const reading = useRead(
    'listManualTasks',
    [query],
    (signal) => listManualTasks({ client, signal, query }),
    { everyMs: REFRESH_MS, isWanted: mayWait && !hasEnded(job) },
  );
  const { data = [], metadata } = hasEnded(job) ? {} : (reading.query.data ?? {});
  const more = (metadata?.total ?? 0) - data.length;
  if (data.length === 0) return null;
  return (
    <Section title={texts.waitsForSomebody}>
      <ul className="waiting">
        {data.toReversed().map((task) => (
          <li key={task._id}>
            <Link href={pathOf('tasks', task._id)}>{titleOf(task, children)}</Link>
            <span className="soft">
              {common.waitingSince} <When at={task.metrics.start_time} />,{' '}
              {task.metrics.owner === null ? common.nobodyHasIt : common.hasIt(task.metrics.owner)}
            </span>
          </li>
        ))}
        {more > 0 && (
          <li>
            <Link href="/tasks">{common.more(more)}</Link>
          </li>
        )}
      </ul>
    </Section>
  );
}

/** What is to be done: of another job by its name and its place in the loop that has started it. */
function titleOf(task: ShownManualTask, children: readonly ChildJobShape[]): string {
  const child = children.find(({ _id }) => _id === task.job._id);
  const title = task.summary || task.name;
  return written(child ? texts.inLoop(title, child.name, child.iteration + 1) : title);
}

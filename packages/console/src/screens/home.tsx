import {
  listJobs,
  listManualTasks,
  type ListedJobShape,
  type ShownManualTask,
} from '../../../client/src/client.js';
import { type ReactNode } from 'react';
import { client } from '../api.js';
import { REFRESH_MS } from '../refresh-interval.js';
import { type Column } from '../parts/list.js';
import { OneLine } from '../parts/one-line.js';
import { Page } from '../parts/page.js';
import { Status } from '../parts/status.js';
import { When } from '../parts/time.js';
import { pathOf } from '../navigation.js';
import { useRead } from '../use-read.js';
import { useSession } from '../session.js';
import { HomeList } from './home-list.js';
import { LastEvents } from './home-events.js';
import {
  AdaptersInTrouble,
  FailedBackups,
  IntegrationsInTrouble,
  MissedSchedules,
} from './home-problems.js';
import { faultOf, stoppedAt } from './job-view.js';
import { NamedJob } from './named-job.js';
import * as common from '../texts/common.js';
import * as texts from '../texts/home.js';

const SHOWN = 5;
const live = { everyMs: REFRESH_MS };

/** What needs the person who has signed in, the most urgent first; each line leads to where it is mended. */
export function Home(): ReactNode {
  const { user } = useSession();
  return (
    <Page title={texts.whatNeedsYou} note={texts.signedInAs(user.username)}>
      <div className="columns">
        <FailedJobs />
        <WaitingTasks />
        <FailedBackups />
        <MissedSchedules />
        <AdaptersInTrouble />
        <IntegrationsInTrouble />
      </div>
      <LastEvents />
    </Page>
  );
}

const FAILED_COLUMNS: readonly Column<ListedJobShape>[] = [
  {
    title: common.workflow,
    cell: ({ name, description }) => <NamedJob {...{ name, description }} />,
  },
  {
    title: texts.whatWentWrong,
    cell: (job) => <OneLine text={faultOf(job)} />,
    look: 'wide',
  },
  { title: common.since, cell: (job) => <When at={stoppedAt(job) ?? job.last_updated} /> },
];

function FailedJobs(): ReactNode {
  const reading = useRead(
    'listJobs',
    ['home'],
    (signal) => listJobs({ client, signal, query: { status: ['error', 'paused'], limit: SHOWN } }),
    live,
  );
  return (
    <HomeList
      title={texts.jobsThatStandStill}
      all={{ href: '/jobs?status=error&status=paused', label: texts.all }}
      of={reading}
      rowsOf={({ data }) => data}
      totalOf={({ metadata }) => metadata.total}
      columns={FAILED_COLUMNS}
      idOf={({ _id }) => _id}
      linkOf={({ _id }) => pathOf('jobs', _id)}
      empty={texts.everyJobIsWell}
    />
  );
}

const TASK_COLUMNS: readonly Column<ShownManualTask>[] = [
  { title: common.task, cell: ({ summary, name }) => summary || name },
  { title: common.job, cell: ({ job }) => <NamedJob {...job} />, look: 'wide' },
  {
    title: common.waitsSince,
    cell: ({ overdue, metrics }) =>
      overdue ? <Status of="overdue" /> : <When at={metrics.start_time} />,
  },
];

function WaitingTasks(): ReactNode {
  const reading = useRead(
    'listManualTasks',
    ['home'],
    (signal) => listManualTasks({ client, signal, query: { limit: SHOWN } }),
    live,
  );
  return (
    <HomeList
      title={texts.yourTasks}
      all={{ href: '/tasks', label: texts.all }}
      of={reading}
      rowsOf={({ data }) => data}
      totalOf={({ metadata }) => metadata.total}
      columns={TASK_COLUMNS}
      idOf={({ _id }) => _id}
      linkOf={({ _id }) => pathOf('tasks', _id)}
      empty={texts.noTasks}
    />
  );
}

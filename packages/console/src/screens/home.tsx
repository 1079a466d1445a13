import {
  type EventShown,
  listAdapterHealth,
  listBackupRuns,
  listEvents,
  listJobs,
  listManualTasks,
  type ListedJobShape,
  type ShownManualTask,
} from '../../../client/src/client.js';
import { type ReactNode } from 'react';
import { Link } from 'wouter';
import { client } from '../api.js';
import { REFRESH_MS } from '../refresh-interval.js';
import { type Column, List } from '../parts/list.js';
import { Page, Section } from '../parts/page.js';
import { Loaded } from '../parts/state.js';
import { Status } from '../parts/status.js';
import { When } from '../parts/time.js';
import { pathOf } from '../navigation.js';
import { useRead } from '../use-read.js';
import { useSession } from '../session.js';
import { faultOf } from './job-view.js';

const SHOWN = 5;
const live = { everyMs: REFRESH_MS };

/** What needs the person who has signed in, the most urgent first; each line leads to where it is mended. */
export function Home(): ReactNode {
  const { user } = useSession();
  return (
    <Page title="What needs you" note={`Signed in as ${user.username}`}>
      <div className="columns">
        <FailedJobs />
        <WaitingTasks />
        <FailedBackups />
        <Adapters />
      </div>
      <LastEvents />
    </Page>
  );
}

const FAILED_COLUMNS: readonly Column<ListedJobShape>[] = [
  { title: 'Workflow', cell: ({ name }) => name },
  {
    title: 'What went wrong',
    cell: (job) => <span className="one-line">{faultOf(job)}</span>,
    look: 'wide',
  },
  { title: 'Since', cell: ({ last_updated }) => <When at={last_updated} /> },
];

function FailedJobs(): ReactNode {
  const reading = useRead(
    'listJobs',
    ['home'],
    (signal) => listJobs({ client, signal, query: { status: ['error', 'paused'], limit: SHOWN } }),
    live,
  );
  return (
    <Section
      title="Jobs that stand still"
      aside={<Link href="/jobs?status=error&status=paused">All</Link>}
    >
      <Loaded of={reading}>
        {({ data, metadata }) => (
          <List
            label="Jobs that stand still"
            rows={data}
            columns={FAILED_COLUMNS}
            idOf={({ _id }) => _id}
            linkOf={({ _id }) => pathOf('jobs', _id)}
            empty={<p>Every job goes on or has ended well.</p>}
            foot={metadata.total > data.length && `${metadata.total - data.length} more`}
          />
        )}
      </Loaded>
    </Section>
  );
}

const TASK_COLUMNS: readonly Column<ShownManualTask>[] = [
  { title: 'Task', cell: ({ summary, name }) => summary || name },
  { title: 'Job', cell: ({ job }) => job.name, look: 'wide' },
  {
    title: 'Waits since',
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
    <Section title="Tasks for you and your groups" aside={<Link href="/tasks">All</Link>}>
      <Loaded of={reading}>
        {({ data, metadata }) => (
          <List
            label="Tasks for you and your groups"
            rows={data}
            columns={TASK_COLUMNS}
            idOf={({ _id }) => _id}
            linkOf={({ _id }) => pathOf('tasks', _id)}
            empty={<p>No job waits for you.</p>}
            foot={metadata.total > data.length && `${metadata.total - data.length} more`}
          />
        )}
      </Loaded>
    </Section>
  );
}

function FailedBackups(): ReactNode {
  const reading = useRead(
    'listBackupRuns',
    ['home'],
    (signal) => listBackupRuns({ client, signal, query: { limit: 25 } }),
    live,
  );
  return (
    <Section title="Backups that failed" aside={<Link href="/devices">Devices</Link>}>
      <Loaded of={reading}>
        {({ list }) => (
          <List
            label="Backups that failed"
            rows={list.filter(({ counts }) => counts.failed > 0).slice(0, SHOWN)}
            idOf={({ _id }) => _id}
            columns={[
              { title: 'Began', cell: ({ created }) => <When at={created} /> },
              {
                title: 'For',
                cell: ({ by, schedule }) => by ?? schedule ?? 'platform',
                look: 'wide',
              },
              {
                title: 'Failed',
                cell: ({ counts }) => `${counts.failed} of ${counts.failed + counts.succeeded}`,
                look: 'end',
              },
            ]}
            empty={<p>No device failed in the last runs.</p>}
          />
        )}
      </Loaded>
    </Section>
  );
}

function Adapters(): ReactNode {
  const reading = useRead(
    'listAdapterHealth',
    ['home'],
    (signal) => listAdapterHealth({ client, signal }),
    live,
  );
  return (
    <Section title="Adapters in trouble">
      <Loaded of={reading}>
        {({ results }) => (
          <List
            label="Adapters in trouble"
            rows={results.filter(({ health, enabled }) => enabled && health === 'down')}
            idOf={({ id }) => id}
            columns={[
              { title: 'Adapter', cell: ({ name }) => name },
              { title: 'What was found', cell: ({ detail }) => detail, look: 'wide' },
              { title: 'Since', cell: ({ since }) => <When at={since} /> },
            ]}
            empty={<p>Every adapter that is enabled answers.</p>}
          />
        )}
      </Loaded>
    </Section>
  );
}

const EVENT_COLUMNS: readonly Column<EventShown>[] = [
  { title: 'When', cell: ({ time }) => <When at={time} /> },
  { title: 'What', cell: ({ source, topic }) => `${source} ${topic}` },
  { title: 'By', cell: ({ actor }) => actor ?? 'platform', look: 'wide' },
];

function LastEvents(): ReactNode {
  const reading = useRead(
    'listEvents',
    ['home'],
    (signal) => listEvents({ client, signal, query: { limit: 8 } }),
    live,
  );
  return (
    <Section title="What happened last">
      <Loaded of={reading}>
        {({ results }) => (
          <List
            label="What happened last"
            rows={results}
            columns={EVENT_COLUMNS}
            idOf={({ _id }) => _id}
            empty={<p>Nothing yet.</p>}
          />
        )}
      </Loaded>
    </Section>
  );
}

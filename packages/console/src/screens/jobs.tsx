import {
  cancelJobs,
  listJobs,
  type ListedJobShape,
  pauseJobs,
  resumeJobs,
} from '../../../client/src/client.js';
import { type ReactNode, useState } from 'react';
import { client } from '../api.js';
import { REFRESH_MS } from '../refresh-interval.js';
import { Bulk, type BulkAction } from '../parts/bulk.js';
import { ChoiceFilter, type Narrowed, TextFilter, useNarrowed } from '../parts/filters.js';
import { type Column, List } from '../parts/list.js';
import { OneLine } from '../parts/one-line.js';
import { Page } from '../parts/page.js';
import { Loaded } from '../parts/state.js';
import { Status } from '../parts/status.js';
import { Lasted, When } from '../parts/time.js';
import { pathOf } from '../navigation.js';
import { useRead } from '../use-read.js';
import { faultOf, stoppedAt } from './job-view.js';
import { NamedJob } from './named-job.js';
import * as common from '../texts/common.js';
import * as texts from '../texts/jobs.js';

const STATUSES = ['running', 'paused', 'error', 'complete', 'canceled'] as const;
const LIMIT = 25;

const COLUMNS: readonly Column<ListedJobShape>[] = [
  {
    title: common.workflow,
    cell: ({ name, description }) => <NamedJob {...{ name, description }} />,
  },
  { title: common.status, cell: ({ status = 'running' }) => <Status of={status} /> },
  {
    title: texts.standsAt,
    cell: (job) => (
      <OneLine
        text={
          faultOf(job) ||
          (job.standsAt ?? []).map(({ summary, name }) => summary || name).join(', ')
        }
      />
    ),
    look: 'wide',
  },
  { title: common.by, cell: ({ metrics }) => metrics?.user },
  { title: common.started, cell: ({ metrics }) => <When at={metrics?.start_time} /> },
  {
    title: common.took,
    cell: (job) => <Lasted from={job.metrics?.start_time} to={stoppedAt(job)} />,
    look: 'end',
  },
];

const BULK: readonly BulkAction[] = [
  { operation: 'pauseJobs', verb: texts.pause, send: sending(pauseJobs) },
  { operation: 'resumeJobs', verb: texts.resume, send: sending(resumeJobs) },
  { operation: 'cancelJobs', verb: common.cancel, send: sending(cancelJobs), isDanger: true },
].map((one) => ({ ...one, done: (jobs) => `${one.verb}: ${jobs}` }));

function sending(
  send: typeof pauseJobs | typeof resumeJobs | typeof cancelJobs,
): BulkAction['send'] {
  return (jobIds) => send({ client, body: { jobIds } });
}

function queryOf(by: Narrowed): NonNullable<Parameters<typeof listJobs>[0]['query']> {
  const [name, user, cursor] = [by.get('name'), by.get('by'), by.get('cursor')];
  return {
    limit: LIMIT,
    ...(by.all('status').length > 0 && { status: [...by.all('status')] }),
    ...(name !== undefined && { contains: name }),
    ...(user !== undefined && { startedBy: user }),
    ...(cursor !== undefined && { cursor }),
  };
}

/** All jobs that the caller may see, the latest first, as they happen. */
export function Jobs(): ReactNode {
  const by = useNarrowed();
  const [ids, setIds] = useState<ReadonlySet<string>>(new Set());
  const ticked = { ids, onChange: setIds };
  const query = queryOf(by);
  const reading = useRead('listJobs', [query], (signal) => listJobs({ client, signal, query }), {
    keepsBefore: true,
    // Pages after the first one hold still.
    ...(query.cursor === undefined && { everyMs: REFRESH_MS }),
  });
  return (
    <Page title={common.jobs}>
      <div className="filters">
        <TextFilter name="name" label={texts.workflowContains} isFirst by={by} />
        <TextFilter name="by" label={texts.startedBy} by={by} />
        <ChoiceFilter name="status" label={common.status} choices={STATUSES} by={by} />
      </div>
      <Bulk of={ticked} counted={texts.countedJobs} actions={BULK} />
      <Loaded of={reading}>
        {({ data, metadata }) => (
          <List
            label={common.jobs}
            rows={data}
            columns={COLUMNS}
            idOf={({ _id }) => _id}
            linkOf={({ _id }) => pathOf('jobs', _id)}
            ticked={ticked}
            empty={<p>{texts.noJobMatches}</p>}
            foot={<JobPages total={metadata.total} next={metadata.nextCursor} {...{ by, query }} />}
          />
        )}
      </Loaded>
    </Page>
  );
}

function JobPages(props: {
  readonly total: number;
  readonly next: string | null;
  readonly by: Narrowed;
  readonly query: { readonly cursor?: string };
}): ReactNode {
  const { total, next, by, query } = props;
  return (
    <>
      <span>{texts.matching(total.toLocaleString('en'))}</span>
      {query.cursor !== undefined && (
        <button type="button" onClick={() => by.set('cursor', [])}>
          {texts.latest}
        </button>
      )}
      {next !== null && (
        <button type="button" onClick={() => by.set('cursor', [next])}>
          {texts.older}
        </button>
      )}
    </>
  );
}

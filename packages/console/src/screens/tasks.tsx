import { listManualTasks, type ShownManualTask } from '../../../client/src/client.js';
import { type ReactNode } from 'react';
import { client } from '../api.js';
import { REFRESH_MS } from '../refresh-interval.js';
import { ChoiceFilter, type Narrowed, Pages, TextFilter, useNarrowed } from '../parts/filters.js';
import { type Column, List } from '../parts/list.js';
import { Page } from '../parts/page.js';
import { Loaded } from '../parts/state.js';
import { Status } from '../parts/status.js';
import { When } from '../parts/time.js';
import { pathOf } from '../navigation.js';
import { useRead } from '../use-read.js';
import { NamedJob } from './named-job.js';
import * as common from '../texts/common.js';
import * as texts from '../texts/tasks.js';

const LIMIT = 25;
const SHOWN = ['mine', 'open', 'overdue'] as const;

const COLUMNS: readonly Column<ShownManualTask>[] = [
  { title: common.task, cell: ({ summary, name }) => summary || name },
  { title: common.job, cell: ({ job }) => <NamedJob {...job} />, look: 'wide' },
  { title: texts.workedBy, cell: ({ metrics }) => metrics.owner ?? texts.nobodyYet },
  { title: common.waitsSince, cell: ({ metrics }) => <When at={metrics.start_time} /> },
  {
    title: texts.due,
    cell: ({ overdue, metrics }) =>
      overdue ? (
        <Status of="overdue" />
      ) : (
        metrics.due_time !== null && <When at={metrics.due_time} />
      ),
  },
];

function queryOf(by: Narrowed): NonNullable<Parameters<typeof listManualTasks>[0]['query']> {
  const workflow = by.get('workflow');
  return {
    limit: LIMIT,
    skip: Number(by.get('skip') ?? 0),
    ...Object.fromEntries(by.all('show').map((name) => [name, true])),
    ...(workflow !== undefined && { workflow }),
  };
}

/** What people have to do before their jobs go on. */
export function Tasks(): ReactNode {
  const by = useNarrowed();
  const query = queryOf(by);
  const reading = useRead(
    'listManualTasks',
    [query],
    (signal) => listManualTasks({ client, signal, query }),
    { everyMs: REFRESH_MS, keepsBefore: true },
  );
  return (
    <Page title={common.tasks} note={texts.forYouAndGroups}>
      <div className="filters">
        <TextFilter name="workflow" label={texts.workflowExactly} isFirst by={by} />
        <ChoiceFilter name="show" label={common.only} choices={SHOWN} by={by} />
      </div>
      <Loaded of={reading}>
        {({ data, metadata }) => (
          <List
            label={common.tasks}
            rows={data}
            columns={COLUMNS}
            idOf={({ _id }) => _id}
            linkOf={({ _id }) => pathOf('tasks', _id)}
            empty={<p>{texts.noTasks}</p>}
            foot={
              <Pages
                {...{ by, limit: LIMIT, total: metadata.total }}
                skip={metadata.skip}
                shown={data.length}
              />
            }
          />
        )}
      </Loaded>
    </Page>
  );
}

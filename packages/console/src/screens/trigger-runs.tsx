import { listTriggerRuns, type TriggerRunAnswer } from '../../../client/src/client.js';
import { type ReactNode } from 'react';
import { Link } from 'wouter';
import { client } from '../api.js';
import { Pages, useNarrowed } from '../parts/filters.js';
import { type Column, List } from '../parts/list.js';
import { Loaded } from '../parts/state.js';
import { Status } from '../parts/status.js';
import { When } from '../parts/time.js';
import { pathOf } from '../navigation.js';
import { REFRESH_MS } from '../refresh-interval.js';
import { useRead } from '../use-read.js';
import * as common from '../texts/common.js';
import * as texts from '../texts/automations.js';

const LIMIT = 10;
const RUN_COLUMNS: readonly Column<TriggerRunAnswer>[] = [
  { title: common.when, cell: ({ at }) => <When at={at} /> },
  { title: common.outcome, cell: ({ outcome }) => <Status of={outcome} /> },
  {
    title: common.why,
    cell: ({ reason, missed }) =>
      missed === null ? (reason ?? '') : texts.missedRuns(reason ?? '', missed.count),
    look: 'wide',
  },
  {
    title: common.job,
    cell: ({ jobId }) => jobId !== null && <Link href={pathOf('jobs', jobId)}>{texts.itsJob}</Link>,
  },
];

/** What came of the trigger, misses among it. */
export function TriggerRuns({ id }: { readonly id: string }): ReactNode {
  const by = useNarrowed();
  const skip = Number(by.get('skip') ?? 0);
  const reading = useRead(
    'listTriggerRuns',
    [id, skip],
    (signal) => listTriggerRuns({ client, signal, path: { id }, query: { limit: LIMIT, skip } }),
    { everyMs: REFRESH_MS, keepsBefore: true },
  );
  return (
    <>
      <h3>{texts.whatCameOfIt}</h3>
      <Loaded of={reading}>
        {({ data, metadata: { total } }) => (
          <List
            label={common.runs}
            rows={data}
            columns={RUN_COLUMNS}
            idOf={({ _id }) => _id}
            empty={<p>{texts.notRunYet}</p>}
            foot={<Pages {...{ by, total, skip, limit: LIMIT, shown: data.length }} />}
          />
        )}
      </Loaded>
    </>
  );
}

import { type AuditEntryShown, listAuditEntries } from '../../../client/src/client.js';
import { type ReactNode } from 'react';
import { client } from '../api.js';
import { ChoiceFilter, Pages, TextFilter, useNarrowed } from '../parts/filters.js';
import { type Column, List } from '../parts/list.js';
import { Page } from '../parts/page.js';
import { Loaded } from '../parts/state.js';
import { Status } from '../parts/status.js';
import { When } from '../parts/time.js';
import { pathOf } from '../navigation.js';
import { useRead } from '../use-read.js';
import * as common from '../texts/common.js';
import * as texts from '../texts/audit.js';

const LIMIT = 50;
const OUTCOMES = ['done', 'failed', 'refused'] as const;

const COLUMNS: readonly Column<AuditEntryShown>[] = [
  { title: common.what, cell: whatText },
  { title: common.when, cell: ({ at }) => <When at={at} /> },
  { title: texts.who, cell: ({ username }) => username ?? 'unknown' },
  {
    title: texts.on,
    cell: ({ objects }) => objects.map(({ type, name }) => `${type} ${name}`).join(', '),
    look: 'wide',
  },
  { title: common.from, cell: ({ address }) => address },
  { title: common.outcome, cell: ({ outcome }) => <Status of={outcome} /> },
];

/** What an entry is about: the operation, or the kind of it where there is none. */
export function whatText({ operation, kind, count }: AuditEntryShown): string {
  const times = count > 1 ? texts.timesSuffix(count) : '';
  return `${operation ?? kind}${times}`;
}

/** What was changed, by whom and from where, and which sign-ins were refused. */
export function Audit(): ReactNode {
  const by = useNarrowed();
  const skip = Number(by.get('skip') ?? 0);
  const outcome = OUTCOMES.find((one) => by.all('outcome').includes(one));
  const given = ['username', 'operation', 'objectType'].flatMap((name) => {
    const value = by.get(name);
    return value === undefined ? [] : [[name, value] as const];
  });
  const query = { limit: LIMIT, skip, ...Object.fromEntries(given), ...(outcome && { outcome }) };
  const reading = useRead(
    'listAuditEntries',
    [query],
    (signal) => listAuditEntries({ client, signal, query }),
    { keepsBefore: true },
  );
  return (
    <Page title={common.audit}>
      <div className="filters">
        <TextFilter name="username" label={common.userName} isFirst by={by} />
        <TextFilter name="operation" label={common.operation} by={by} />
        <TextFilter name="objectType" label={texts.typeOfObject} by={by} />
        <ChoiceFilter name="outcome" label={common.outcome} choices={OUTCOMES} by={by} />
      </div>
      <Loaded of={reading}>
        {({ results, total }) => (
          <List
            label={texts.entries}
            rows={results}
            columns={COLUMNS}
            idOf={({ _id }) => _id}
            linkOf={({ _id }) => pathOf('audit', _id)}
            empty={<p>{texts.noEntries}</p>}
            foot={<Pages {...{ by, total, skip, limit: LIMIT, shown: results.length }} />}
          />
        )}
      </Loaded>
    </Page>
  );
}

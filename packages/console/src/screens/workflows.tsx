import { searchWorkflows } from '../../../client/src/client.js';
import { type ReactNode } from 'react';
import { client } from '../api.js';
import { Pages, TextFilter, useNarrowed } from '../parts/filters.js';
import { type Column, List } from '../parts/list.js';
import { Page } from '../parts/page.js';
import { Loaded } from '../parts/state.js';
import { When } from '../parts/time.js';
import { pathOf } from '../navigation.js';
import { useRead } from '../use-read.js';
import { ImportButton } from './documents-import.js';
import * as common from '../texts/common.js';
import * as texts from '../texts/workflows.js';

const LIMIT = 25;
const MEMBERS = 'name,description,last_updated';

type Row = Readonly<Record<string, unknown>>;
const textAt = (row: Row, name: string): string => (typeof row[name] === 'string' ? row[name] : '');

const COLUMNS: readonly Column<Row>[] = [
  { title: common.workflow, cell: (row) => textAt(row, 'name') },
  { title: common.whatItDoes, cell: (row) => textAt(row, 'description'), look: 'wide' },
  {
    title: common.changed,
    // Documents of packages say no time as long as nobody changes them.
    cell: (row) => <When at={textAt(row, 'last_updated')} otherwise={texts.notSinceItCame} />,
  },
];

/** All workflows, to look at and to start. */
export function Workflows(): ReactNode {
  const by = useNarrowed();
  const name = by.get('name');
  const query = {
    limit: LIMIT,
    skip: Number(by.get('skip') ?? 0),
    include: MEMBERS,
    sort: 'name',
    ...(name !== undefined && { contains: name }),
  };
  const reading = useRead(
    'searchWorkflows',
    [query],
    (signal) => searchWorkflows({ client, signal, query }),
    { keepsBefore: true },
  );
  return (
    <Page title={common.workflows} actions={<ImportButton />}>
      <div className="filters">
        <TextFilter name="name" label={common.nameContains} isFirst by={by} />
      </div>
      <Loaded of={reading}>
        {({ items, skip, total }) => (
          <List
            label={common.workflows}
            rows={items}
            columns={COLUMNS}
            idOf={(row) => textAt(row, 'name')}
            linkOf={(row) => pathOf('workflows', textAt(row, 'name'))}
            empty={<p>{texts.noWorkflows}</p>}
            foot={<Pages {...{ by, skip, total, limit: LIMIT, shown: items.length }} />}
          />
        )}
      </Loaded>
    </Page>
  );
}

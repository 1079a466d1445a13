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

const LIMIT = 25;
const MEMBERS = 'name,description,last_updated';

type Row = Readonly<Record<string, unknown>>;
const textAt = (row: Row, name: string): string => (typeof row[name] === 'string' ? row[name] : '');

const COLUMNS: readonly Column<Row>[] = [
  { title: 'Workflow', cell: (row) => textAt(row, 'name') },
  { title: 'What it does', cell: (row) => textAt(row, 'description'), look: 'wide' },
  {
    title: 'Changed',
    // Documents of packages say no time as long as nobody changes them.
    cell: (row) => <When at={textAt(row, 'last_updated')} otherwise="not since it came" />,
  },
];

/** All workflows, to look at and to start. */
export function Workflows(): ReactNode {
  const by = useNarrowed();
  const name = by.get('name');
  const query = {
    ...{ limit: LIMIT, skip: Number(by.get('skip') ?? 0), include: MEMBERS, sort: 'name' },
    ...(name !== undefined && { contains: name }),
  };
  const reading = useRead(
    'searchWorkflows',
    [query],
    (signal) => searchWorkflows({ client, signal, query }),
    { keepsBefore: true },
  );
  return (
    <Page title="Workflows" actions={<ImportButton />}>
      <div className="filters">
        <TextFilter name="name" label="Name contains" isFirst by={by} />
      </div>
      <Loaded of={reading}>
        {({ items, skip, total }) => (
          <List
            label="Workflows"
            rows={items}
            columns={COLUMNS}
            idOf={(row) => textAt(row, 'name')}
            linkOf={(row) => pathOf('workflows', textAt(row, 'name'))}
            empty={<p>Install a package, or import a file of documents.</p>}
            foot={<Pages {...{ by, skip, total, limit: LIMIT, shown: items.length }} />}
          />
        )}
      </Loaded>
    </Page>
  );
}

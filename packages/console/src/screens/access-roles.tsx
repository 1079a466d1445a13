import { type AuthorizationRole, getRole, listRoleRecords } from '../../../client/src/client.js';
import { type ReactNode } from 'react';
import { client } from '../api.js';
import { Pages, TextFilter, useNarrowed } from '../parts/filters.js';
import { type Column, List } from '../parts/list.js';
import { Section } from '../parts/page.js';
import { Loaded } from '../parts/state.js';
import { Value } from '../parts/value.js';
import { useRead } from '../use-read.js';

const LIMIT = 25;

const COLUMNS: readonly Column<AuthorizationRole>[] = [
  { title: 'Role', cell: ({ name }) => name },
  { title: 'Of', cell: ({ provenance }) => provenance },
  { title: 'What it is for', cell: ({ description }) => description, look: 'wide' },
  { title: 'Operations', cell: ({ allowedMethods }) => String(allowedMethods.length), look: 'end' },
];

/** Roles, and the operations that the chosen one admits to. */
export function Roles(): ReactNode {
  const by = useNarrowed();
  const [name, skip, chosen] = [by.get('name'), Number(by.get('skip') ?? 0), by.get('role')];
  const query = {
    ...{ limit: LIMIT, skip, sort: 'name' },
    ...(name !== undefined && { contains: name, containsField: 'name' }),
  };
  const reading = useRead(
    'listRoleRecords',
    [query],
    (signal) => listRoleRecords({ client, signal, query }),
    { keepsBefore: true },
  );
  return (
    <>
      <div className="filters">
        <TextFilter name="name" label="Name contains" isFirst by={by} />
      </div>
      <div className="stack">
        <Loaded of={reading}>
          {({ results, total }) => (
            <List
              label="Roles"
              rows={results}
              columns={COLUMNS}
              idOf={({ _id }) => _id}
              linkOf={({ _id }) => `/access?show=roles&role=${encodeURIComponent(_id)}`}
              empty={<p>No role matches.</p>}
              foot={<Pages {...{ by, total, skip, limit: LIMIT, shown: results.length }} />}
            />
          )}
        </Loaded>
        {chosen !== undefined && <Role id={chosen} />}
      </div>
    </>
  );
}

function Role({ id }: { readonly id: string }): ReactNode {
  const reading = useRead('getRole', [id], (signal) => getRole({ client, signal, path: { id } }));
  return (
    <Loaded of={reading}>
      {({ name, allowedMethods }) => (
        <Section title={`What ${name} admits to`}>
          <Value
            label="Operations"
            value={allowedMethods
              .map((method) => `${method.provenance}: ${method.name}`)
              .join('\n')}
          />
        </Section>
      )}
    </Loaded>
  );
}

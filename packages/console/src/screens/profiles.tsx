import { createProfile, listProfiles, type ShownProfile } from '../../../client/src/client.js';
import { type ReactNode } from 'react';
import { client } from '../api.js';
import { Pages, useNarrowed } from '../parts/filters.js';
import { type Column, List } from '../parts/list.js';
import { FormButton } from '../parts/operation-buttons.js';
import { Page } from '../parts/page.js';
import { Loaded } from '../parts/state.js';
import { Status } from '../parts/status.js';
import { When } from '../parts/time.js';
import { pathOf } from '../navigation.js';
import { useRead } from '../use-read.js';

const LIMIT = 25;

const COLUMNS: readonly Column<ShownProfile>[] = [
  { title: 'Profile', cell: ({ profile }) => profile.id },
  { title: 'What it is for', cell: ({ profile }) => profile.description, look: 'wide' },
  {
    title: 'State',
    cell: ({ metadata }) => <Status of={metadata.isActive ? 'active' : 'not active'} />,
  },
  { title: 'Revision', cell: ({ metadata }) => String(metadata.revision), look: 'end' },
  { title: 'Changed', cell: ({ metadata }) => <When at={metadata.updated} /> },
];

/** The profiles that configure the platform: one is active on every node. */
export function Profiles(): ReactNode {
  const by = useNarrowed();
  const skip = Number(by.get('skip') ?? 0);
  const query = { limit: LIMIT, skip };
  const reading = useRead(
    'listProfiles',
    [query],
    (signal) => listProfiles({ client, signal, query }),
    { keepsBefore: true },
  );
  return (
    <Page
      title="Profiles"
      actions={
        <FormButton
          operation="createProfile"
          verb="Add a profile"
          kind="primary"
          hotkey="n"
          fields={[
            { name: 'id', label: 'Name', kind: 'text', isRequired: true },
            { name: 'description', label: 'What it is for', kind: 'text' },
          ]}
          send={({ id, description = '' }) =>
            createProfile({
              client,
              body: { properties: { id: String(id), description: String(description) } },
            })
          }
          done="The profile is added; it does not count before it is active"
        />
      }
    >
      <Loaded of={reading}>
        {({ results, total }) => (
          <List
            label="Profiles"
            rows={results}
            columns={COLUMNS}
            idOf={({ profile }) => profile.id}
            linkOf={({ profile }) => pathOf('profiles', profile.id)}
            empty={null}
            foot={<Pages {...{ by, total, skip, limit: LIMIT, shown: results.length }} />}
          />
        )}
      </Loaded>
    </Page>
  );
}

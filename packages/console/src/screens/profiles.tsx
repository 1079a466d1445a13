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
import * as common from '../texts/common.js';
import * as texts from '../texts/profiles.js';

const LIMIT = 25;

const COLUMNS: readonly Column<ShownProfile>[] = [
  { title: texts.profile, cell: ({ profile }) => profile.id },
  { title: common.whatItIsFor, cell: ({ profile }) => profile.description, look: 'wide' },
  {
    title: common.state,
    cell: ({ metadata }) => <Status of={metadata.isActive ? 'active' : texts.notActive} />,
  },
  { title: common.revision, cell: ({ metadata }) => String(metadata.revision), look: 'end' },
  { title: common.changed, cell: ({ metadata }) => <When at={metadata.updated} /> },
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
      title={common.profiles}
      actions={
        <FormButton
          operation="createProfile"
          verb={texts.addProfile}
          kind="primary"
          hotkey="n"
          fields={[
            { name: 'id', label: common.name, kind: 'text', isRequired: true },
            { name: 'description', label: common.whatItIsFor, kind: 'text' },
          ]}
          send={({ id, description = '' }) =>
            createProfile({
              client,
              body: { properties: { id: String(id), description: String(description) } },
            })
          }
          done={texts.profileIsAdded}
        />
      }
    >
      <Loaded of={reading}>
        {({ results, total }) => (
          <List
            label={common.profiles}
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

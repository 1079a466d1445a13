import {
  activateProfile,
  deleteProfile,
  type EffectiveProfileSetting,
  getEffectiveProfile,
  getProfile,
  type ShownProfile,
  updateProfile,
} from '../../../client/src/client.js';
import { type ReactNode } from 'react';
import { useLocation } from 'wouter';
import { client } from '../api.js';
import { EditButton } from '../parts/edit-button.js';
import { TextFilter, useNarrowed } from '../parts/filters.js';
import { type Column, List } from '../parts/list.js';
import { ActButton } from '../parts/operation-buttons.js';
import { Page, Section } from '../parts/page.js';
import { written } from '../parts/plain-text.js';
import { Loaded } from '../parts/state.js';
import { Status } from '../parts/status.js';
import { When } from '../parts/time.js';
import { Value } from '../parts/value.js';
import { useRead } from '../use-read.js';

/** One profile: what counts of it, its document, and making it the active one. */
export function Profile({ id }: { readonly id: string }): ReactNode {
  const reading = useRead('getProfile', [id], (signal) =>
    getProfile({ client, signal, path: { id } }),
  );
  return <Loaded of={reading}>{(shown) => <LoadedProfile shown={shown} />}</Loaded>;
}

/** As the platform writes the tag of a revision. */
const tagOf = ({ metadata }: ShownProfile): string => `"${metadata.revision}"`;

function LoadedProfile({ shown }: { readonly shown: ShownProfile }): ReactNode {
  const { profile, metadata } = shown;
  const { id } = profile;
  const [, go] = useLocation();
  const path = { id };
  const call = { client, path, headers: { 'If-Match': tagOf(shown) } };
  const isActive = metadata.isActive ? 'It is the active one' : undefined;
  return (
    <Page
      title={id}
      note={
        <>
          <Status of={metadata.isActive ? 'active' : 'not active'} />
          <span>revision {metadata.revision}</span>
          <span>
            changed <When at={metadata.updated} />
          </span>
          {metadata.restartNeeded.length > 0 && (
            <span>counts after a restart: {written(metadata.restartNeeded.join(', '))}</span>
          )}
        </>
      }
      actions={
        <>
          <ChangeProfile id={id} />
          <ActButton
            operation="activateProfile"
            verb="Make it active"
            unable={isActive}
            question={`Let ${written(id)} count on every node, in place of the active one?`}
            work={() => activateProfile(call)}
            done={`${written(id)} is the active profile`}
          />
          <ActButton
            operation="deleteProfile"
            verb="Delete"
            kind="danger"
            unable={isActive}
            question={`Delete ${written(id)}?`}
            work={async () => {
              await deleteProfile(call);
              go('/profiles');
            }}
            done={`${written(id)} is deleted`}
          />
        </>
      }
    >
      <div className="stack">
        <Settings id={id} />
        <Section title="Its document">
          <Value label="Document" value={profile} />
        </Section>
      </div>
    </Page>
  );
}

/** Changes the document; placeholders of secrets go back as they came. */
function ChangeProfile({ id }: { readonly id: string }): ReactNode {
  const path = { id };
  return (
    <EditButton
      operation="updateProfile"
      verb="Change"
      title={`Change ${written(id)}`}
      className="broad"
      readBy="getProfile"
      read={(reader) => getProfile({ client: reader, path })}
      fields={(present) => [
        {
          ...{ name: 'properties', label: 'Document', kind: 'json', isRequired: true },
          initial: present.profile,
          help: 'Placeholders keep the secrets that are stored.',
        },
      ]}
      shown={(present) => present.profile}
      send={({ properties }, _, headers) => {
        const document = properties as ShownProfile['profile'];
        return updateProfile({ client, path, headers, body: { properties: document } });
      }}
      done={`${written(id)} is changed`}
    />
  );
}

const COLUMNS: readonly Column<EffectiveProfileSetting>[] = [
  { title: 'Setting', cell: ({ setting }) => setting },
  {
    title: 'Value',
    cell: ({ value }) => <code>{written(value === undefined ? '' : JSON.stringify(value))}</code>,
    look: 'wide',
  },
  {
    title: 'From',
    cell: ({ source, variable }) => (variable === undefined ? source : `${source} ${variable}`),
  },
  {
    title: 'Effect',
    cell: ({ effect }) => <Status of={effect === 'kept' ? 'no effect here' : effect} />,
  },
];

function Settings({ id }: { readonly id: string }): ReactNode {
  const by = useNarrowed();
  const word = (by.get('setting') ?? '').toLowerCase();
  const reading = useRead('getEffectiveProfile', [id], (signal) =>
    getEffectiveProfile({ client, signal, path: { id } }),
  );
  return (
    <Section
      title="What counts"
      aside={<TextFilter name="setting" label="Setting contains" isFirst by={by} />}
    >
      <Loaded of={reading}>
        {({ settings }) => (
          <List
            label="Settings"
            rows={settings.filter(({ setting }) => setting.toLowerCase().includes(word))}
            columns={COLUMNS}
            idOf={({ setting }) => setting}
            empty={<p>No setting has this in its name.</p>}
          />
        )}
      </Loaded>
    </Section>
  );
}

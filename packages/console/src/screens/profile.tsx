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
import * as common from '../texts/common.js';
import * as texts from '../texts/profiles.js';

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
  const isActive = metadata.isActive ? texts.itIsActiveOne : undefined;
  return (
    <Page
      title={id}
      note={
        <>
          <Status of={metadata.isActive ? 'active' : texts.notActive} />
          <span>{texts.revisionNumber(metadata.revision)}</span>
          <span>
            {texts.changed} <When at={metadata.updated} />
          </span>
          {metadata.restartNeeded.length > 0 && (
            <span>{texts.countsAfterRestart(written(metadata.restartNeeded.join(', ')))}</span>
          )}
        </>
      }
      actions={
        <>
          <ChangeProfile id={id} />
          <ActButton
            operation="activateProfile"
            verb={texts.makeItActive}
            unable={isActive}
            question={texts.askMakeActive(written(id))}
            work={() => activateProfile(call)}
            done={texts.isActiveProfile(written(id))}
          />
          <ActButton
            operation="deleteProfile"
            verb={common.deleteIt}
            kind="danger"
            unable={isActive}
            question={common.askDelete(written(id))}
            work={async () => {
              await deleteProfile(call);
              go('/profiles');
            }}
            done={common.isDeleted(written(id))}
          />
        </>
      }
    >
      <div className="stack">
        <Settings id={id} />
        <Section title={texts.itsDocument}>
          <Value label={common.document} value={profile} />
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
      verb={common.change}
      title={common.changeName(written(id))}
      className="broad"
      readBy="getProfile"
      read={(reader) => getProfile({ client: reader, path })}
      fields={(present) => [
        {
          name: 'properties',
          label: common.document,
          kind: 'json',
          isRequired: true,
          initial: present.profile,
          help: texts.documentHelp,
        },
      ]}
      shown={(present) => present.profile}
      send={({ properties }, _, headers) => {
        const document = properties as ShownProfile['profile'];
        return updateProfile({ client, path, headers, body: { properties: document } });
      }}
      done={common.isChanged(written(id))}
    />
  );
}

const COLUMNS: readonly Column<EffectiveProfileSetting>[] = [
  { title: texts.setting, cell: ({ setting }) => setting },
  {
    title: texts.value,
    cell: ({ value }) => <code>{written(value === undefined ? '' : JSON.stringify(value))}</code>,
    look: 'wide',
  },
  {
    title: common.from,
    cell: ({ source, variable }) => (variable === undefined ? source : `${source} ${variable}`),
  },
  {
    title: texts.effect,
    cell: ({ effect }) => <Status of={effect === 'kept' ? texts.noEffectHere : effect} />,
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
      title={texts.whatCounts}
      aside={<TextFilter name="setting" label={texts.settingContains} isFirst by={by} />}
    >
      <Loaded of={reading}>
        {({ settings }) => (
          <List
            label={texts.settings}
            rows={settings.filter(({ setting }) => setting.toLowerCase().includes(word))}
            columns={COLUMNS}
            idOf={({ setting }) => setting}
            empty={<p>{texts.noSettingMatches}</p>}
          />
        )}
      </Loaded>
    </Section>
  );
}

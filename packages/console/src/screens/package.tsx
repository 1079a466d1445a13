import {
  exportArtifact,
  type InstalledArtifact,
  listInstalledArtifacts,
  listPrebuilts,
  type PrebuiltEntry,
  rollbackArtifact,
  verifyArtifact,
} from '../../../client/src/client.js';
import { type ReactNode } from 'react';
import { client } from '../api.js';
import { ExportButton } from '../parts/export-button.js';
import { Facts } from '../parts/facts.js';
import { List } from '../parts/list.js';
import { DialogButton, FormButton } from '../parts/operation-buttons.js';
import { Page, Section } from '../parts/page.js';
import { written } from '../parts/plain-text.js';
import { Loaded } from '../parts/state.js';
import { Status } from '../parts/status.js';
import { When } from '../parts/time.js';
import { Value } from '../parts/value.js';
import { useRead } from '../use-read.js';
import { InstallDialog, RemoveDialog } from './package-plan.js';

/** One package: what is offered, what is installed, whether it is as it came, and changing that. */
export function Package({ name }: { readonly name: string }): ReactNode {
  const queryOptions = { equals: { name }, limit: 1 };
  const include = 'name,version,description,author,license,keywords,readme,installStatus';
  const offered = useRead('listPrebuilts', ['one', name], (signal) =>
    listPrebuilts({ client, signal, query: { queryOptions: { ...queryOptions, include } } }),
  );
  const installed = useRead('listInstalledArtifacts', ['one', name], (signal) =>
    listInstalledArtifacts({ client, signal, query: { queryOptions } }),
  );
  return (
    <Loaded of={installed}>
      {({ packages: [here] }) => (
        <Loaded of={offered}>
          {({ results }) => <LoadedPackage {...{ name, here }} offer={results.results[0]} />}
        </Loaded>
      )}
    </Loaded>
  );
}

interface PackageProps {
  readonly name: string;
  /** As it is installed, and as a repository offers it. */
  readonly here: InstalledArtifact | undefined;
  readonly offer: PrebuiltEntry | undefined;
}

function LoadedPackage(props: PackageProps): ReactNode {
  const { name, here, offer } = props;
  return (
    <Page
      title={name}
      note={<Versions here={here} offer={offer} />}
      actions={
        <>
          <DialogButton
            operation="planArtifact"
            verb={here === undefined ? 'Install' : 'Change version'}
            kind="primary"
            hotkey="i"
            unable={offer === undefined ? 'No repository offers it' : undefined}
          >
            {(onClose) => <InstallDialog {...{ name, here, offer, onClose }} />}
          </DialogButton>
          {here && <RollBack name={name} />}
          {here && (
            <ExportButton
              operation="exportArtifact"
              name={name}
              read={(call) => exportArtifact({ ...call, path: { name } })}
            />
          )}
          {/* Its dialog goes on when the package has gone. */}
          <DialogButton
            operation="planArtifact"
            verb="Remove"
            unable={here === undefined ? 'It is not installed here' : undefined}
          >
            {(onClose) => <RemoveDialog {...{ name, onClose }} />}
          </DialogButton>
        </>
      }
    >
      <div className="stack">
        <About described={offer ?? here} />
        {here ? <Verified name={name} /> : <p className="soft">It is not installed here.</p>}
      </div>
    </Page>
  );
}

function Versions(props: Pick<PackageProps, 'here' | 'offer'>): ReactNode {
  const { here, offer } = props;
  return (
    <>
      <Status of={here === undefined ? 'not installed' : 'installed'} />
      {here && <span>version {written(here.version)}</span>}
      {offer && <span>version {written(offer.version)} is offered</span>}
    </>
  );
}

function About(props: {
  readonly described: PrebuiltEntry | InstalledArtifact | undefined;
}): ReactNode {
  const { described } = props;
  if (described === undefined) return null;
  return (
    <Section title="What it is">
      <p className="prose">{written(described.description)}</p>
      <Facts
        of={{
          ...{ By: described.author, Licence: described.license },
          Words: described.keywords.join(', '),
        }}
      />
      <Value label="Read me" value={described.readme} />
    </Section>
  );
}

function RollBack({ name }: { readonly name: string }): ReactNode {
  return (
    <FormButton
      operation="rollbackArtifact"
      verb="Roll back"
      title={`Bring back the version of ${written(name)} before`}
      fields={[
        {
          ...{ name: 'discard', kind: 'flag' },
          label: 'Also where somebody has changed its documents since: their changes are lost',
        },
        { name: 'force', kind: 'flag', label: 'Also where that breaks other packages' },
      ]}
      send={({ discard, force }) => {
        const userChanges = discard === true ? 'discard' : 'refuse';
        return rollbackArtifact({
          ...{ client, path: { name } },
          body: { options: { userChanges, force: force === true } },
        });
      }}
      done="The version before is back"
    />
  );
}

/** Whether the package is as it was installed, and who answers for it. */
function Verified({ name }: { readonly name: string }): ReactNode {
  const reading = useRead('verifyArtifact', [name], (signal) =>
    verifyArtifact({ client, signal, path: { name } }),
  );
  return (
    <Section title="What was installed">
      <Loaded of={reading}>
        {({ installed, installedBy, origin, integrity, signature, documents }) => (
          <>
            <Facts
              of={{
                Installed: <When at={installed} />,
                ...{ By: installedBy, From: origin?.config ?? 'a file', At: origin?.ref },
                Content: <Status of={integrity.state} />,
                Signature: <Status of={signature.state} />,
                'Signed with': signature.key,
              }}
            />
            <List
              label="Documents"
              rows={documents}
              idOf={({ type, name: document }) => `${type} ${document}`}
              columns={[
                { title: 'Document', cell: ({ name: document }) => document },
                { title: 'Type', cell: ({ type }) => type },
                { title: 'Since', cell: ({ state }) => <Status of={state} /> },
                {
                  title: 'Changed at',
                  cell: ({ pointers, more }) =>
                    pointers.join(' ') + (more > 0 ? ` and ${more} more` : ''),
                  look: 'wide',
                },
              ]}
              empty={null}
            />
          </>
        )}
      </Loaded>
    </Section>
  );
}

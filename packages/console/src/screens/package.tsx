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
import * as common from '../texts/common.js';
import * as texts from '../texts/packages.js';

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
            verb={here === undefined ? texts.install : texts.changeVersion}
            kind="primary"
            hotkey="i"
            unable={offer === undefined ? texts.noRepositoryOffersIt : undefined}
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
            verb={texts.remove}
            unable={here === undefined ? texts.isNotInstalled : undefined}
          >
            {(onClose) => <RemoveDialog {...{ name, onClose }} />}
          </DialogButton>
        </>
      }
    >
      <div className="stack">
        <About described={offer ?? here} />
        {here ? <Verified name={name} /> : <p className="soft">{texts.notInstalledHere}</p>}
      </div>
    </Page>
  );
}

function Versions(props: Pick<PackageProps, 'here' | 'offer'>): ReactNode {
  const { here, offer } = props;
  return (
    <>
      <Status of={here === undefined ? texts.notInstalled : 'installed'} />
      {here && <span>{texts.versionNumber(written(here.version))}</span>}
      {offer && <span>{texts.versionIsOffered(written(offer.version))}</span>}
    </>
  );
}

function About(props: {
  readonly described: PrebuiltEntry | InstalledArtifact | undefined;
}): ReactNode {
  const { described } = props;
  if (described === undefined) return null;
  return (
    <Section title={common.whatItIs}>
      <p className="prose">{written(described.description)}</p>
      <Facts
        of={{
          [common.by]: described.author,
          [texts.licence]: described.license,
          [texts.words]: described.keywords.join(', '),
        }}
      />
      <Value label={texts.readMe} value={described.readme} />
    </Section>
  );
}

function RollBack({ name }: { readonly name: string }): ReactNode {
  return (
    <FormButton
      operation="rollbackArtifact"
      verb={texts.rollBack}
      title={texts.rollBackTitle(written(name))}
      fields={[
        {
          name: 'discard',
          kind: 'flag',
          label: texts.alsoChangedDocuments,
        },
        { name: 'force', kind: 'flag', label: texts.alsoBreakingOthers },
      ]}
      send={({ discard, force }) => {
        const userChanges = discard === true ? 'discard' : 'refuse';
        return rollbackArtifact({
          client,
          path: { name },
          body: { options: { userChanges, force: force === true } },
        });
      }}
      done={texts.versionBeforeIsBack}
    />
  );
}

/** Whether the package is as it was installed, and who answers for it. */
function Verified({ name }: { readonly name: string }): ReactNode {
  const reading = useRead('verifyArtifact', [name], (signal) =>
    verifyArtifact({ client, signal, path: { name } }),
  );
  return (
    <Section title={texts.whatWasInstalled}>
      <Loaded of={reading}>
        {({ installed, installedBy, origin, integrity, signature, documents }) => (
          <>
            <Facts
              of={{
                [texts.installed]: <When at={installed} />,
                [common.by]: installedBy,
                [common.from]: origin?.config ?? texts.file,
                [texts.at]: origin?.ref,
                [texts.content]: <Status of={integrity.state} />,
                [texts.signature]: <Status of={signature.state} />,
                [texts.signedWith]: signature.key,
              }}
            />
            <List
              label={common.documents}
              rows={documents}
              idOf={({ type, name: document }) => `${type} ${document}`}
              columns={[
                { title: common.document, cell: ({ name: document }) => document },
                { title: common.type, cell: ({ type }) => type },
                { title: common.since, cell: ({ state }) => <Status of={state} /> },
                {
                  title: texts.changedAt,
                  cell: ({ pointers, more }) =>
                    pointers.join(' ') + (more > 0 ? texts.andMore(more) : ''),
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

import {
  type InstalledArtifact,
  listInstalledArtifacts,
  listPrebuilts,
  type PrebuiltEntry,
} from '../../../client/src/client.js';
import { type ReactNode } from 'react';
import { client } from '../api.js';
import { Pages, TextFilter, useNarrowed } from '../parts/filters.js';
import { type Column, List } from '../parts/list.js';
import { OneLine } from '../parts/one-line.js';
import { DialogButton } from '../parts/operation-buttons.js';
import { Page } from '../parts/page.js';
import { written } from '../parts/plain-text.js';
import { Loaded } from '../parts/state.js';
import { Status } from '../parts/status.js';
import { Tabs, useTab } from '../parts/tabs.js';
import { When } from '../parts/time.js';
import { pathOf } from '../navigation.js';
import { useRead } from '../use-read.js';
import { PackageOperations } from './package-operations.js';
import { InstallFileDialog } from './package-plan.js';
import { Repositories } from './repositories.js';
import * as common from '../texts/common.js';
import * as texts from '../texts/packages.js';

const LIMIT = 25;
const TABS = {
  catalogue: texts.catalogue,
  installed: texts.installed,
  repositories: texts.repositories,
  operations: texts.inBackground,
} as const;

/** Packages: what there is to install, what is installed, and where packages come from. */
export function Packages(): ReactNode {
  const tab = useTab(TABS);
  return (
    <Page
      title={common.packages}
      actions={
        <DialogButton operation="planArtifact" verb={texts.installFromFile}>
          {(onClose) => <InstallFileDialog onClose={onClose} />}
        </DialogButton>
      }
    >
      <Tabs label={texts.partsOfPackages} tabs={TABS} chosen={tab} />
      {tab === 'catalogue' && <Catalogue />}
      {tab === 'installed' && <Installed />}
      {tab === 'repositories' && <Repositories />}
      {tab === 'operations' && <PackageOperations />}
    </Page>
  );
}

const CATALOGUE_COLUMNS: readonly Column<PrebuiltEntry>[] = [
  { title: texts.packageTitle, cell: ({ name }) => name },
  { title: common.version, cell: ({ version }) => version },
  {
    title: common.whatItDoes,
    cell: ({ description }) => <OneLine text={description} />,
    look: 'wide',
  },
  { title: common.by, cell: ({ author }) => author },
  { title: texts.here, cell: ({ availableUpdate }) => <Status of={stateOf(availableUpdate)} /> },
];

/** How the offered version stands to the installed one: null says that there is none. */
function stateOf(availableUpdate: boolean | null): string {
  if (availableUpdate === null) return texts.notInstalled;
  return availableUpdate ? 'update' : 'installed';
}

function Catalogue(): ReactNode {
  const by = useNarrowed();
  const [search, skip] = [by.get('search'), Number(by.get('skip') ?? 0)];
  const queryOptions = {
    limit: LIMIT,
    skip,
    include: 'name,version,description,author,availableUpdate',
    ...(search !== undefined && { search }),
  };
  const reading = useRead(
    'listPrebuilts',
    [queryOptions],
    (signal) => listPrebuilts({ client, signal, query: { queryOptions } }),
    { keepsBefore: true },
  );
  return (
    <>
      <div className="filters">
        <TextFilter name="search" label={texts.nameWordsOrAuthor} isFirst by={by} />
      </div>
      <Loaded of={reading}>
        {({ results: { results, total, warnings } }) => (
          <>
            {warnings.map(({ config, message }) => (
              <p key={config + message} className="bad-text">
                {written(`${config}: ${message}`)}
              </p>
            ))}
            <List
              label={common.packages}
              rows={results}
              columns={CATALOGUE_COLUMNS}
              idOf={({ name }) => name}
              linkOf={({ name }) => pathOf('packages', name)}
              empty={<p>{texts.noPackageMatches}</p>}
              foot={<Pages {...{ by, total, skip, limit: LIMIT, shown: results.length }} />}
            />
          </>
        )}
      </Loaded>
    </>
  );
}

const INSTALLED_COLUMNS: readonly Column<InstalledArtifact>[] = [
  { title: texts.packageTitle, cell: ({ name }) => name },
  { title: common.version, cell: ({ version }) => version },
  {
    title: common.whatItDoes,
    cell: ({ description }) => <OneLine text={description} />,
    look: 'wide',
  },
  { title: texts.installed, cell: ({ installed }) => <When at={installed} /> },
  { title: common.by, cell: ({ installedBy }) => installedBy },
];

function Installed(): ReactNode {
  const by = useNarrowed();
  const [name, skip] = [by.get('name'), Number(by.get('skip') ?? 0)];
  const queryOptions = {
    limit: LIMIT,
    skip,
    sort: 'name',
    include: 'name,version,description,installed,installedBy',
    ...(name !== undefined && { contains: { name } }),
  };
  const reading = useRead(
    'listInstalledArtifacts',
    [queryOptions],
    (signal) => listInstalledArtifacts({ client, signal, query: { queryOptions } }),
    { keepsBefore: true },
  );
  return (
    <>
      <div className="filters">
        <TextFilter name="name" label={common.nameContains} isFirst by={by} />
      </div>
      <Loaded of={reading}>
        {({ packages, total }) => (
          <List
            label={texts.installedPackages}
            rows={packages}
            columns={INSTALLED_COLUMNS}
            idOf={(one) => one.name}
            linkOf={(one) => pathOf('packages', one.name)}
            empty={<p>{texts.installOneFromCatalogue}</p>}
            foot={<Pages {...{ by, total, skip, limit: LIMIT, shown: packages.length }} />}
          />
        )}
      </Loaded>
    </>
  );
}

import {
  type Client,
  createRepositoryConfig,
  deleteRepositoryConfig,
  getRepositoryStatus,
  listRepositoryConfigs,
  refreshRepository,
  type RepositoryStatusAnswer,
  type ShownRepositoryConfig,
  updateRepositoryConfig,
} from '../../../client/src/client.js';
import { type ReactNode } from 'react';
import { client } from '../api.js';
import { EditButton } from '../parts/edit-button.js';
import { type Field } from '../parts/form-fields.js';
import { type Column, List } from '../parts/list.js';
import { OneLine } from '../parts/one-line.js';
import { ActButton, FormButton } from '../parts/operation-buttons.js';
import { written } from '../parts/plain-text.js';
import { Loaded } from '../parts/state.js';
import { Status } from '../parts/status.js';
import { When } from '../parts/time.js';
import { REFRESH_MS } from '../refresh-interval.js';
import { useRead } from '../use-read.js';
import * as common from '../texts/common.js';
import * as texts from '../texts/packages.js';

type Values = Readonly<Record<string, unknown>>;
/** A repository as it is configured, and how far it has been read. */
type Row = ShownRepositoryConfig & { readonly status: RepositoryStatusAnswer | undefined };

const ALL = { queryOptions: { limit: 100 } };
const TYPES = ['gitlab', 'github', 'local'] as const;
const KEPT: readonly Field[] = [
  {
    name: 'token',
    label: common.token,
    kind: 'password',
    help: texts.tokenHelp,
  },
  {
    name: 'publicKeys',
    label: texts.keysOfSigners,
    kind: 'lines',
    help: texts.keysHelp,
  },
];
const REQUIRE: Field = {
  name: 'requireSignature',
  kind: 'flag',
  label: texts.signedOnly,
};

const ADDED: readonly Field[] = [
  {
    name: 'name',
    label: common.name,
    kind: 'text',
    isRequired: true,
    help: texts.repositoryNameHelp,
  },
  { name: 'type', label: common.type, kind: 'choice', choices: TYPES, isRequired: true },
  { name: 'hostname', label: common.host, kind: 'text', help: texts.hostHelp },
  {
    name: 'path',
    label: common.path,
    kind: 'text',
    isRequired: true,
    help: texts.pathHelp,
  },
  ...KEPT,
  REQUIRE,
];

function trustOf({ publicKeys, requireSignature, token }: Values): object {
  const keys =
    typeof publicKeys === 'string'
      ? publicKeys.split(/\n\s*\n/).map((key) => key.trim())
      : undefined;
  return {
    trust: { requireSignature, ...(keys && { publicKeys: keys }) },
    ...(typeof token === 'string' && { credentials: { token } }),
  };
}

const COLUMNS: readonly Column<Row>[] = [
  { title: texts.repository, cell: ({ name }) => name },
  { title: texts.where, cell: ({ type, hostname, path }) => `${type} ${hostname} ${path}` },
  { title: common.state, cell: ({ status }) => <Status of={status?.state ?? 'unknown'} /> },
  {
    title: common.whatWasFound,
    cell: ({ status }) => <OneLine text={foundText(status)} />,
    look: 'wide',
  },
  { title: texts.trust, cell: ({ trust }) => trustText(trust) },
  { title: texts.read, cell: ({ status }) => <When at={status?.lastSuccess} /> },
  { title: common.change, cell: (row) => <RowButtons row={row} /> },
];

function foundText(status: RepositoryStatusAnswer | undefined): string {
  if (status === undefined) return '';
  const { lastError, progress, packages, versions, broken } = status;
  if (progress) return texts.projectsRead(progress.projects, progress.projectsTotal ?? '?');
  if (lastError) return written(lastError.message);
  return texts.packagesRead(packages, versions, broken);
}

function trustText({ requireSignature, publicKeys }: ShownRepositoryConfig['trust']): string {
  if (requireSignature) return texts.signedPackagesAlone;
  return publicKeys.length > 0 ? texts.signaturesAreChecked : texts.noSignaturesAskedFor;
}

function RowButtons({ row }: { readonly row: Row }): ReactNode {
  const { name, enabled } = row;
  const path = { name };
  return (
    <div className="buttons">
      <ActButton
        operation="refreshRepository"
        verb={texts.readNow}
        unable={enabled ? undefined : common.itIsSwitchedOff}
        work={() => refreshRepository({ client, path, headers: { Prefer: 'respond-async' } })}
        done={texts.isBeingRead(name)}
      />
      <EditButton
        operation="updateRepositoryConfig"
        verb={texts.trust}
        title={texts.whomToTrustFor(written(name))}
        readBy="listRepositoryConfigs"
        read={(reader) => readConfig(reader, row)}
        fields={({ enabled: isOn, trust }) => [
          { name: 'enabled', label: common.switchedOn, kind: 'flag', initial: isOn },
          ...KEPT.map((field) =>
            field.name === 'publicKeys'
              ? { ...field, initial: trust.publicKeys.join('\n\n') }
              : field,
          ),
          { ...REQUIRE, initial: trust.requireSignature },
        ]}
        send={(values, _, headers) =>
          updateRepositoryConfig({
            client,
            path,
            headers,
            body: { enabled: values['enabled'] === true, ...trustOf(values) },
          })
        }
        done={texts.isAsYouSaid(name)}
      />
      <ActButton
        operation="deleteRepositoryConfig"
        verb={texts.remove}
        kind="danger"
        question={texts.askRemoveRepository(written(name))}
        readBy="listRepositoryConfigs"
        read={(reader) => readConfig(reader, row)}
        work={(headers) => deleteRepositoryConfig({ client, path, headers })}
        done={texts.isRemoved(name)}
      />
    </div>
  );
}

/** A configuration by itself is read from the list; one that is gone is left as it was. */
async function readConfig(
  reader: Client,
  before: ShownRepositoryConfig,
): Promise<ShownRepositoryConfig> {
  const { results } = await listRepositoryConfigs({ client: reader, query: ALL });
  return results.find(({ name }) => name === before.name) ?? before;
}

/** Where packages come from, how their reading stands, and whose signatures count. */
export function Repositories(): ReactNode {
  const configs = useRead('listRepositoryConfigs', [], (signal) =>
    listRepositoryConfigs({ client, signal, query: ALL }),
  );
  const status = useRead(
    'getRepositoryStatus',
    [],
    (signal) => getRepositoryStatus({ client, signal }),
    { everyMs: REFRESH_MS },
  );
  const states = new Map(status.query.data?.results.map((one) => [one.name, one]));
  return (
    <>
      <div className="filters">
        <FormButton
          operation="createRepositoryConfig"
          verb={texts.addRepository}
          kind="primary"
          fields={ADDED}
          send={({ name, type, hostname, path, ...more }) =>
            createRepositoryConfig({
              client,
              body: {
                name: String(name),
                type: TYPES.find((one) => one === type) ?? 'local',
                path: String(path),
                ...(typeof hostname === 'string' && { hostname }),
                ...trustOf(more),
              },
            })
          }
          done={texts.repositoryIsAdded}
        />
      </div>
      <Loaded of={configs}>
        {({ results }) => (
          <List
            label={texts.repositories}
            rows={results.map((one) => ({ ...one, status: states.get(one.name) }))}
            columns={COLUMNS}
            idOf={({ name }) => name}
            empty={<p>{texts.noRepositories}</p>}
          />
        )}
      </Loaded>
    </>
  );
}

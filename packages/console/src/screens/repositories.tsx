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

type Values = Readonly<Record<string, unknown>>;
/** A repository as it is configured, and how far it has been read. */
type Row = ShownRepositoryConfig & { readonly status: RepositoryStatusAnswer | undefined };

const ALL = { queryOptions: { limit: 100 } };
const TYPES = ['gitlab', 'github', 'local'] as const;
const KEPT: readonly Field[] = [
  {
    ...{ name: 'token', label: 'Token', kind: 'password' },
    help: 'It goes to the host above and nowhere else.',
  },
  {
    ...{ name: 'publicKeys', label: 'Keys of those who may sign', kind: 'lines' },
    help: 'Public keys, separated by an empty line.',
  },
];
const REQUIRE: Field = {
  ...{ name: 'requireSignature', kind: 'flag' },
  label: 'Take packages with a valid signature alone',
};

const ADDED: readonly Field[] = [
  { name: 'name', label: 'Name', kind: 'text', isRequired: true, help: 'For example @acme' },
  { name: 'type', label: 'Type', kind: 'choice', choices: TYPES, isRequired: true },
  { name: 'hostname', label: 'Host', kind: 'text', help: 'None for a local directory.' },
  {
    ...{ name: 'path', label: 'Path', kind: 'text', isRequired: true },
    help: 'A group, an organisation, a project, or a directory.',
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
  { title: 'Repository', cell: ({ name }) => name },
  { title: 'Where', cell: ({ type, hostname, path }) => `${type} ${hostname} ${path}` },
  { title: 'State', cell: ({ status }) => <Status of={status?.state ?? 'unknown'} /> },
  {
    title: 'What was found',
    cell: ({ status }) => <OneLine text={foundText(status)} />,
    look: 'wide',
  },
  { title: 'Trust', cell: ({ trust }) => trustText(trust) },
  { title: 'Read', cell: ({ status }) => <When at={status?.lastSuccess} /> },
  { title: 'Change', cell: (row) => <RowButtons row={row} /> },
];

function foundText(status: RepositoryStatusAnswer | undefined): string {
  if (status === undefined) return '';
  const { lastError, progress, packages, versions, broken } = status;
  if (progress) return `${progress.projects} of ${progress.projectsTotal ?? '?'} projects read`;
  if (lastError) return written(lastError.message);
  const faulty = broken > 0 ? `, ${broken} broken` : '';
  return `${packages} packages, ${versions} versions${faulty}`;
}

function trustText({ requireSignature, publicKeys }: ShownRepositoryConfig['trust']): string {
  if (requireSignature) return 'signed packages alone';
  return publicKeys.length > 0 ? 'signatures are checked' : 'no signatures asked for';
}

function RowButtons({ row }: { readonly row: Row }): ReactNode {
  const { name, enabled } = row;
  const path = { name };
  return (
    <div className="buttons">
      <ActButton
        operation="refreshRepository"
        verb="Read now"
        unable={enabled ? undefined : 'It is switched off'}
        work={() => refreshRepository({ client, path, headers: { Prefer: 'respond-async' } })}
        done={`${name} is being read`}
      />
      <EditButton
        operation="updateRepositoryConfig"
        verb="Trust"
        title={`Whom to trust for ${written(name)}`}
        readBy="listRepositoryConfigs"
        read={(reader) => readConfig(reader, row)}
        fields={({ enabled: isOn, trust }) => [
          { name: 'enabled', label: 'Switched on', kind: 'flag', initial: isOn },
          ...KEPT.map((field) =>
            field.name === 'publicKeys'
              ? { ...field, initial: trust.publicKeys.join('\n\n') }
              : field,
          ),
          { ...REQUIRE, initial: trust.requireSignature },
        ]}
        send={(values, _, headers) =>
          updateRepositoryConfig({
            ...{ client, path, headers },
            body: { enabled: values['enabled'] === true, ...trustOf(values) },
          })
        }
        done={`${name} is as you said`}
      />
      <ActButton
        operation="deleteRepositoryConfig"
        verb="Remove"
        kind="danger"
        question={`Offer nothing of ${written(name)} any more? Installed packages stay.`}
        readBy="listRepositoryConfigs"
        read={(reader) => readConfig(reader, row)}
        work={(headers) => deleteRepositoryConfig({ client, path, headers })}
        done={`${name} is removed`}
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
          verb="Add a repository"
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
          done="The repository is added, and read soon"
        />
      </div>
      <Loaded of={configs}>
        {({ results }) => (
          <List
            label="Repositories"
            rows={results.map((one) => ({ ...one, status: states.get(one.name) }))}
            columns={COLUMNS}
            idOf={({ name }) => name}
            empty={<p>Add one, and its packages are in the catalogue.</p>}
          />
        )}
      </Loaded>
    </>
  );
}

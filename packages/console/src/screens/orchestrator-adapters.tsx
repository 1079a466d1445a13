import {
  type AdapterHealthShown,
  type Client,
  createAdapter,
  deleteAdapter,
  getAdapter,
  listAdapterHealth,
  probeAdapter,
  startAdapter,
  stopAdapter,
} from '../../../client/src/client.js';
import { type ReactNode } from 'react';
import { client } from '../api.js';
import { Pages, useNarrowed } from '../parts/filters.js';
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

const LIMIT = 25;
const AUTH = ['none', 'basic', 'bearer'] as const;

const FIELDS: readonly Field[] = [
  { name: 'name', label: 'Name', kind: 'text', isRequired: true },
  {
    ...{ name: 'baseUrl', label: 'Address', kind: 'text', isRequired: true },
    help: 'For example https://nso.example.net:8888',
  },
  { name: 'type', label: 'How it signs in', kind: 'choice', choices: AUTH, initial: 'basic' },
  { name: 'username', label: 'User name', kind: 'text' },
  {
    ...{ name: 'secret', label: 'Password or token', kind: 'password' },
    autoComplete: 'new-password',
  },
];

const COLUMNS: readonly Column<AdapterHealthShown>[] = [
  { title: 'Adapter', cell: ({ name }) => name },
  {
    title: 'State',
    cell: ({ enabled, health }) => <Status of={enabled ? health : 'switched off'} />,
  },
  {
    title: 'What was found',
    cell: ({ detail }) => <OneLine text={detail} />,
    look: 'wide',
  },
  { title: 'Since', cell: ({ since }) => <When at={since} /> },
  { title: 'Looked at', cell: ({ checked }) => <When at={checked} /> },
  { title: 'Change', cell: (adapter) => <AdapterButtons adapter={adapter} /> },
];

function AdapterButtons({ adapter }: { readonly adapter: AdapterHealthShown }): ReactNode {
  const { name, enabled } = adapter;
  const path = { name };
  const read = (reader: Client): Promise<unknown> => getAdapter({ client: reader, path });
  return (
    <div className="buttons">
      <ActButton
        operation="probeAdapter"
        verb="Look now"
        unable={enabled ? undefined : 'It is switched off'}
        work={() => probeAdapter({ client, path })}
        done={`${written(name)} was looked at`}
      />
      <ActButton
        operation={enabled ? 'stopAdapter' : 'startAdapter'}
        verb={enabled ? 'Switch off' : 'Switch on'}
        question={enabled ? `Refuse every call through ${written(name)}?` : undefined}
        readBy="getAdapter"
        read={read}
        work={(headers) => (enabled ? stopAdapter : startAdapter)({ client, path, headers })}
        done={`${written(name)} is ${enabled ? 'off' : 'on'}`}
      />
      <ActButton
        operation="deleteAdapter"
        verb="Delete"
        kind="danger"
        question={`Delete ${written(name)}?`}
        readBy="getAdapter"
        read={read}
        work={(headers) => deleteAdapter({ client, path, headers })}
        done={`${written(name)} is deleted`}
      />
    </div>
  );
}

/** The adapters, and whether what is behind them answers. */
export function Adapters(): ReactNode {
  const by = useNarrowed();
  const skip = Number(by.get('skip') ?? 0);
  const query = { limit: LIMIT, skip, sort: 'name' };
  const reading = useRead(
    'listAdapterHealth',
    [query],
    (signal) => listAdapterHealth({ client, signal, query }),
    { everyMs: REFRESH_MS, keepsBefore: true },
  );
  return (
    <>
      <div className="filters">
        <FormButton
          operation="createAdapter"
          verb="Add an adapter"
          kind="primary"
          hotkey="n"
          fields={FIELDS}
          send={({ name, baseUrl, type, username, secret }) =>
            createAdapter({
              client,
              body: {
                ...{ name: String(name), baseUrl: String(baseUrl) },
                auth: {
                  type: AUTH.find((one) => one === type) ?? 'none',
                  ...(typeof username === 'string' && { username }),
                  ...(typeof secret === 'string' &&
                    (type === 'bearer' ? { token: secret } : { password: secret })),
                },
              },
            })
          }
          done="The adapter is added"
        />
      </div>
      <Loaded of={reading}>
        {({ results, total }) => (
          <List
            label="Adapters"
            rows={results}
            columns={COLUMNS}
            idOf={({ _id }) => _id}
            empty={<p>Services need one: it says where their orchestrator is.</p>}
            foot={<Pages {...{ by, total, skip, limit: LIMIT, shown: results.length }} />}
          />
        )}
      </Loaded>
    </>
  );
}

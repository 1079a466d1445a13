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
import * as common from '../texts/common.js';
import * as texts from '../texts/orchestrator.js';

const LIMIT = 25;
const AUTH = ['none', 'basic', 'bearer'] as const;

const FIELDS: readonly Field[] = [
  { name: 'name', label: common.name, kind: 'text', isRequired: true },
  {
    name: 'baseUrl',
    label: common.address,
    kind: 'text',
    isRequired: true,
    help: texts.addressHelp,
  },
  { name: 'type', label: texts.howItSignsIn, kind: 'choice', choices: AUTH, initial: 'basic' },
  { name: 'username', label: common.userName, kind: 'text' },
  {
    name: 'secret',
    label: texts.passwordOrToken,
    kind: 'password',
    autoComplete: 'new-password',
  },
];

const COLUMNS: readonly Column<AdapterHealthShown>[] = [
  { title: common.adapter, cell: ({ name }) => name },
  {
    title: common.state,
    cell: ({ enabled, health }) => <Status of={enabled ? health : common.switchedOff} />,
  },
  {
    title: common.whatWasFound,
    cell: ({ detail }) => <OneLine text={detail} />,
    look: 'wide',
  },
  { title: common.since, cell: ({ since }) => <When at={since} /> },
  { title: common.lookedAt, cell: ({ checked }) => <When at={checked} /> },
  { title: common.change, cell: (adapter) => <AdapterButtons adapter={adapter} /> },
];

function AdapterButtons({ adapter }: { readonly adapter: AdapterHealthShown }): ReactNode {
  const { name, enabled } = adapter;
  const path = { name };
  const read = (reader: Client): Promise<unknown> => getAdapter({ client: reader, path });
  return (
    <div className="buttons">
      <ActButton
        operation="probeAdapter"
        verb={texts.lookNow}
        unable={enabled ? undefined : common.itIsSwitchedOff}
        work={() => probeAdapter({ client, path })}
        done={texts.wasLookedAt(written(name))}
      />
      <ActButton
        operation={enabled ? 'stopAdapter' : 'startAdapter'}
        verb={enabled ? common.switchOff : common.switchOn}
        question={enabled ? texts.askSwitchOff(written(name)) : undefined}
        readBy="getAdapter"
        read={read}
        work={(headers) => (enabled ? stopAdapter : startAdapter)({ client, path, headers })}
        done={common.isOnOrOff(written(name), !enabled)}
      />
      <ActButton
        operation="deleteAdapter"
        verb={common.deleteIt}
        kind="danger"
        question={common.askDelete(written(name))}
        readBy="getAdapter"
        read={read}
        work={(headers) => deleteAdapter({ client, path, headers })}
        done={common.isDeleted(written(name))}
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
          verb={texts.addAdapter}
          kind="primary"
          hotkey="n"
          fields={FIELDS}
          send={({ name, baseUrl, type, username, secret }) =>
            createAdapter({
              client,
              body: {
                name: String(name),
                baseUrl: String(baseUrl),
                auth: {
                  type: AUTH.find((one) => one === type) ?? 'none',
                  ...(typeof username === 'string' && { username }),
                  ...(typeof secret === 'string' &&
                    (type === 'bearer' ? { token: secret } : { password: secret })),
                },
              },
            })
          }
          done={texts.adapterIsAdded}
        />
      </div>
      <Loaded of={reading}>
        {({ results, total }) => (
          <List
            label={common.adapters}
            rows={results}
            columns={COLUMNS}
            idOf={({ _id }) => _id}
            empty={<p>{texts.noAdaptersYet}</p>}
            foot={<Pages {...{ by, total, skip, limit: LIMIT, shown: results.length }} />}
          />
        )}
      </Loaded>
    </>
  );
}

import { type DeviceShown, listDevices, takeBackups } from '../../../client/src/client.js';
import { type ReactNode, useState } from 'react';
import { client } from '../api.js';
import { REFRESH_MS } from '../refresh-interval.js';
import { Bulk, type BulkAction } from '../parts/bulk.js';
import { Pages, TextFilter, useNarrowed } from '../parts/filters.js';
import { type Column, List } from '../parts/list.js';
import { OneLine } from '../parts/one-line.js';
import { Page } from '../parts/page.js';
import { Loaded } from '../parts/state.js';
import { Status } from '../parts/status.js';
import { Tabs, useTab } from '../parts/tabs.js';
import { When } from '../parts/time.js';
import { pathOf } from '../navigation.js';
import { useRead } from '../use-read.js';
import { AddDevice } from './device-add.js';
import { BackupSchedules } from './device-schedules.js';
import * as common from '../texts/common.js';
import * as texts from '../texts/devices.js';

const LIMIT = 25;

const COLUMNS: readonly Column<DeviceShown>[] = [
  { title: common.device, cell: ({ name }) => name },
  { title: common.type, cell: ({ type }) => type },
  { title: common.address, cell: ({ host }) => host },
  { title: common.state, cell: (device) => <DeviceState device={device} /> },
  {
    title: texts.lastFailure,
    cell: ({ lastError }) => <OneLine text={lastError?.detail} />,
    look: 'wide',
  },
  { title: texts.lastBackup, cell: ({ lastBackup }) => <When at={lastBackup?.at} /> },
];

const BULK: readonly BulkAction[] = [
  {
    operation: 'takeBackups',
    verb: texts.backUp,
    send: (devices) => takeBackups({ client, body: { devices } }),
    done: (devices) => texts.backupOfHasBegun(devices),
  },
];

/** Whether the last look at a device failed, or was too long ago. */
export function DeviceState(props: {
  readonly device: Pick<DeviceShown, 'lastBackup' | 'lastError' | 'stale'>;
}): ReactNode {
  const { lastBackup, lastError, stale } = props.device;
  if (lastError !== null) return <Status of="failed" />;
  if (stale) return <Status of="stale" />;
  return <Status of={lastBackup === null ? texts.noBackupYet : 'current'} />;
}

const TABS = { devices: common.devices, schedules: texts.schedulesOfBackups } as const;

/** Devices, and when their configurations are taken. */
export function Devices(): ReactNode {
  const tab = useTab(TABS);
  return (
    <Page title={common.devices}>
      <Tabs label={texts.partsOfDevices} tabs={TABS} chosen={tab} />
      {tab === 'devices' ? <DeviceList /> : <BackupSchedules />}
    </Page>
  );
}

/** All devices that the caller may see, and how old their backups are. */
function DeviceList(): ReactNode {
  const by = useNarrowed();
  const [ids, setIds] = useState<ReadonlySet<string>>(new Set());
  const ticked = { ids, onChange: setIds };
  const [name, type, start] = [by.get('name'), by.get('type'), Number(by.get('skip') ?? 0)];
  const body = {
    limit: LIMIT,
    start,
    sort: { name: 1 },
    filter: { ...(name !== undefined && { name }), ...(type !== undefined && { type }) },
  };
  const reading = useRead(
    'listDevices',
    [body],
    (signal) => listDevices({ client, signal, body }),
    { everyMs: REFRESH_MS, keepsBefore: true },
  );
  const isNarrowed = name !== undefined || type !== undefined;
  const isEmpty = !isNarrowed && reading.query.data?.total === 0;
  return (
    <>
      <div className="filters">
        {!isEmpty && (
          <>
            <TextFilter name="name" label={common.nameContains} isFirst by={by} />
            <TextFilter name="type" label={common.type} by={by} />
          </>
        )}
        <AddDevice />
      </div>
      <Bulk of={ticked} counted={texts.countedDevices} actions={BULK} />
      <Loaded of={reading}>
        {({ list, total }) => (
          <List
            label={common.devices}
            rows={list}
            columns={COLUMNS}
            idOf={(device) => device.name}
            linkOf={(device) => pathOf('devices', device.name)}
            ticked={ticked}
            empty={<p>{isNarrowed ? texts.noDeviceMatches : texts.noDevicesYet}</p>}
            foot={<Pages {...{ by, total, limit: LIMIT, skip: start, shown: list.length }} />}
          />
        )}
      </Loaded>
    </>
  );
}

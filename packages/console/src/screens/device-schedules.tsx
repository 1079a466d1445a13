import {
  type BackupScheduleRequest,
  type BackupScheduleShown,
  createBackupSchedule,
  deleteBackupSchedule,
  getBackupSchedule,
  listBackupSchedules,
  updateBackupSchedule,
} from '../../../client/src/client.js';
import { type ReactNode } from 'react';
import { client } from '../api.js';
import { EditButton } from '../parts/edit-button.js';
import { Pages, TextFilter, useNarrowed } from '../parts/filters.js';
import { type Field } from '../parts/form-fields.js';
import { type Column, List } from '../parts/list.js';
import { ActButton, FormButton } from '../parts/operation-buttons.js';
import { written } from '../parts/plain-text.js';
import { Loaded } from '../parts/state.js';
import { Status } from '../parts/status.js';
import { When } from '../parts/time.js';
import { useRead } from '../use-read.js';
import * as common from '../texts/common.js';
import * as texts from '../texts/devices.js';

const LIMIT = 25;

type Values = Readonly<Record<string, unknown>>;
type Wanted = Pick<
  BackupScheduleShown,
  'name' | 'cron' | 'timeZone' | 'everyMinutes' | 'devices' | 'groups' | 'types' | 'all'
>;

const NOTHING: Wanted = {
  name: '',
  cron: null,
  everyMinutes: null,
  timeZone: Intl.DateTimeFormat().resolvedOptions().timeZone,
  devices: [],
  groups: [],
  types: [],
  all: false,
};

function fieldsFor(now: Wanted): readonly Field[] {
  return [
    { name: 'name', label: common.name, kind: 'text', isRequired: true, initial: now.name },
    {
      name: 'cron',
      label: common.cronExpression,
      kind: 'text',
      initial: now.cron,
      help: texts.cronHelp,
    },
    {
      name: 'timeZone',
      label: texts.timeZoneOfExpression,
      kind: 'text',
      initial: now.timeZone ?? NOTHING.timeZone,
    },
    {
      name: 'everyMinutes',
      label: texts.orEveryMinutes,
      kind: 'number',
      initial: now.everyMinutes,
    },
    namesField('devices', common.devices, now.devices),
    namesField('types', texts.allDevicesOfTypes, now.types),
    namesField('groups', texts.allDevicesOfGroups, now.groups),
    { name: 'all', label: texts.allDevices, kind: 'flag', initial: now.all },
  ];
}

function namesField(name: string, label: string, initial: readonly string[]): Field {
  return { name, label, kind: 'text', initial: initial.join(', '), help: texts.separatedByCommas };
}

function scheduleOf({
  name,
  cron,
  timeZone,
  everyMinutes,
  ...rest
}: Values): BackupScheduleRequest {
  return {
    name: String(name),
    all: rest['all'] === true,
    // A period counts from when it is saved, in no zone.
    ...(typeof cron === 'string' && { cron }),
    ...(typeof cron === 'string' && typeof timeZone === 'string' && { timeZone }),
    ...(typeof everyMinutes === 'number' && { everyMinutes }),
    devices: namesIn(rest['devices']),
    types: namesIn(rest['types']),
    groups: namesIn(rest['groups']),
  };
}

function namesIn(typed: unknown): string[] {
  const names = typeof typed === 'string' ? typed.split(',').map((name) => name.trim()) : [];
  return names.filter((name) => name !== '');
}

const COLUMNS: readonly Column<BackupScheduleShown>[] = [
  { title: common.schedule, cell: ({ name }) => name },
  {
    title: common.when,
    cell: ({ cron, timeZone, everyMinutes }) =>
      cron === null ? texts.everyMinutes(everyMinutes ?? 0) : `${cron} (${timeZone})`,
  },
  { title: common.devices, cell: (schedule) => devicesText(schedule), look: 'wide' },
  { title: common.next, cell: ({ nextRun }) => <When at={nextRun} /> },
  {
    title: texts.last,
    cell: ({ lastRun }) => (
      <>
        <When at={lastRun?.at} />
        {lastRun?.skipped === true && <span className="soft"> {texts.skippedOverlap}</span>}
      </>
    ),
  },
  { title: common.state, cell: ({ enabled }) => <Status of={enabled ? 'on' : 'off'} /> },
  { title: common.change, cell: (schedule) => <Buttons of={schedule} /> },
];

function devicesText({ all, devices, types, groups }: BackupScheduleShown): string {
  const chosen = [
    ...devices,
    ...types.map((type) => texts.typeNamed(type)),
    ...groups.map((group) => texts.groupNamed(group)),
  ];
  return all ? 'all' : written(chosen.join(', '));
}

/** When the configurations of which devices are taken. */
export function BackupSchedules(): ReactNode {
  const by = useNarrowed();
  const [name, skip] = [by.get('name'), Number(by.get('skip') ?? 0)];
  const query = { limit: LIMIT, skip, sort: 'name', ...(name !== undefined && { contains: name }) };
  const reading = useRead(
    'listBackupSchedules',
    [query],
    (signal) => listBackupSchedules({ client, signal, query }),
    { keepsBefore: true },
  );
  return (
    <>
      <div className="filters">
        <TextFilter name="name" label={common.nameContains} isFirst by={by} />
        <FormButton
          operation="createBackupSchedule"
          verb={texts.addSchedule}
          kind="primary"
          hotkey="n"
          fields={fieldsFor(NOTHING)}
          send={(values) => createBackupSchedule({ client, body: scheduleOf(values) })}
          done={texts.scheduleIsAdded}
        />
      </div>
      <Loaded of={reading}>
        {({ list, total }) => (
          <List
            label={texts.schedules}
            rows={list}
            columns={COLUMNS}
            idOf={({ _id }) => _id}
            empty={<p>{texts.noSchedules}</p>}
            foot={<Pages {...{ by, total, skip, limit: LIMIT, shown: list.length }} />}
          />
        )}
      </Loaded>
    </>
  );
}

function Buttons({ of: schedule }: { readonly of: BackupScheduleShown }): ReactNode {
  const path = { id: schedule._id };
  const name = written(schedule.name);
  return (
    <div className="buttons">
      <EditButton
        operation="updateBackupSchedule"
        verb={common.change}
        title={common.changeName(name)}
        readBy="getBackupSchedule"
        read={(reader) => getBackupSchedule({ client: reader, path })}
        fields={(now) => [
          ...fieldsFor(now),
          { name: 'enabled', label: common.switchedOn, kind: 'flag', initial: now.enabled },
        ]}
        send={({ enabled, ...values }, { description, jitterSeconds }, headers) =>
          updateBackupSchedule({
            client,
            path,
            headers,
            body: {
              ...scheduleOf(values),
              enabled: enabled === true,
              description,
              jitterSeconds,
            },
          })
        }
        done={common.isChanged(name)}
      />
      <ActButton
        operation="deleteBackupSchedule"
        verb={common.deleteIt}
        kind="danger"
        question={texts.askDeleteSchedule(name)}
        readBy="getBackupSchedule"
        read={(reader) => getBackupSchedule({ client: reader, path })}
        work={(headers) => deleteBackupSchedule({ client, path, headers })}
        done={common.isDeleted(name)}
      />
    </div>
  );
}

import {
  type BackupVersion,
  diffBackups,
  getBackup,
  listDeviceBackups,
} from '../../../client/src/client.js';
import { type ReactNode } from 'react';
import { useSearchParams } from 'wouter';
import { client } from '../api.js';
import { SideBySide } from '../parts/diff.js';
import { Pages, useNarrowed } from '../parts/filters.js';
import { type Column, List } from '../parts/list.js';
import { DialogButton } from '../parts/operation-buttons.js';
import { Section } from '../parts/page.js';
import { Loaded } from '../parts/state.js';
import { When } from '../parts/time.js';
import { Value } from '../parts/value.js';
import { useRead } from '../use-read.js';
import { ChangeDialog } from './device-change.js';
import * as common from '../texts/common.js';
import * as texts from '../texts/devices.js';

const LIMIT = 10;
const CONTEXT_LINES = 3;

const COLUMNS: readonly Column<BackupVersion>[] = [
  { title: texts.taken, cell: ({ date }) => <When at={date} /> },
  { title: common.lastSeen, cell: ({ lastSeen }) => <When at={lastSeen} /> },
  { title: common.by, cell: ({ createdBy }) => createdBy ?? 'platform' },
  { title: texts.notes, cell: ({ description, notes }) => description || notes, look: 'wide' },
  { title: texts.bytes, cell: ({ sizeBytes }) => sizeBytes.toLocaleString('en'), look: 'end' },
];

/**
 * The versions of a device: one that is ticked is shown, two are compared; the address keeps the choice. Where there
 * is no such device, nothing is said of versions that there are not either.
 */
export function Versions(props: {
  readonly name: string;
  readonly hasNoDevice: boolean;
}): ReactNode {
  const { name, hasNoDevice } = props;
  const by = useNarrowed();
  const [params, setParams] = useSearchParams();
  const start = Number(by.get('skip') ?? 0);
  const reading = useRead(
    'listDeviceBackups',
    [name, start],
    (signal) =>
      listDeviceBackups({ client, signal, path: { name }, query: { limit: LIMIT, start } }),
    { keepsBefore: true },
  );
  const ids = new Set(params.getAll('version'));
  const choose = (next: ReadonlySet<string>): void => {
    const changed = new URLSearchParams(params);
    changed.delete('version');
    // Of three the first one goes.
    olderFirst([...next].slice(-2), reading.query.data?.list ?? []).forEach((id) =>
      changed.append('version', id),
    );
    setParams(changed, { replace: true });
  };
  if (hasNoDevice && !reading.query.data?.total) return null;
  return (
    <div className="device-grid">
      <Section title={common.versions} aside={<span className="soft">{texts.tickOneOrTwo}</span>}>
        <Loaded of={reading}>
          {({ list, total }) => (
            <List
              label={common.versions}
              rows={list}
              columns={COLUMNS}
              idOf={({ id }) => id}
              ticked={{ ids, onChange: choose }}
              empty={<p>{texts.noVersions}</p>}
              foot={<Pages {...{ by, total, limit: LIMIT, skip: start, shown: list.length }} />}
            />
          )}
        </Loaded>
      </Section>
      <Chosen name={name} ids={[...ids]} />
    </div>
  );
}

/** In the order of time: the list has the newest one first, ids of other pages tell it to the second. */
function olderFirst(ids: readonly string[], list: readonly BackupVersion[]): readonly string[] {
  const place = (wanted: string): number => list.findIndex(({ id }) => id === wanted);
  return ids.toSorted((a, b) =>
    place(a) >= 0 && place(b) >= 0 ? place(b) - place(a) : a.localeCompare(b),
  );
}

function Chosen(props: { readonly name: string; readonly ids: readonly string[] }): ReactNode {
  const { name, ids } = props;
  const [one, other] = ids;
  if (one === undefined) return null;
  return other === undefined ? <Version name={name} id={one} /> : <Comparison ids={[one, other]} />;
}

function Version({ name, id }: { readonly name: string; readonly id: string }): ReactNode {
  const reading = useRead('getBackup', [id], (signal) =>
    getBackup({ client, signal, path: { id } }),
  );
  return (
    <Section
      title={texts.chosenVersion}
      aside={
        <DialogButton operation="changeDevice" verb={texts.putBackDevice}>
          {(onClose) => <ChangeDialog {...{ name, onClose }} backupId={id} />}
        </DialogButton>
      }
    >
      <Loaded of={reading}>
        {({ rawConfig, xmlConfig, date }) => (
          <>
            <p className="soft">
              {texts.taken} <When at={date} />
              {texts.secretsAreMasked}
            </p>
            <Value label={texts.configuration} value={rawConfig} />
            <Value label={texts.xml} value={xmlConfig} />
          </>
        )}
      </Loaded>
    </Section>
  );
}

/** The one that the address names first is on the left. */
function Comparison({ ids }: { readonly ids: readonly [string, string] }): ReactNode {
  const [older, newer] = ids;
  const reading = useRead('diffBackups', [older, newer], (signal) =>
    diffBackups({
      client,
      signal,
      path: { id: older, other: newer },
      query: { format: 'sideBySide', context: CONTEXT_LINES },
    }),
  );
  return (
    <Section title={texts.whatDiffers}>
      <Loaded of={reading}>
        {({ stats, rows = [] }) => (
          <>
            <p className="soft">
              {texts.linesByKind(stats.added, stats.removed, stats.changed, stats.equal)}
            </p>
            <SideBySide label={texts.whatDiffers} rows={rows} />
          </>
        )}
      </Loaded>
    </Section>
  );
}

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

const LIMIT = 10;
const CONTEXT_LINES = 3;

const COLUMNS: readonly Column<BackupVersion>[] = [
  { title: 'Taken', cell: ({ date }) => <When at={date} /> },
  { title: 'Last seen', cell: ({ lastSeen }) => <When at={lastSeen} /> },
  { title: 'By', cell: ({ createdBy }) => createdBy ?? 'platform' },
  { title: 'Notes', cell: ({ description, notes }) => description || notes, look: 'wide' },
  { title: 'Bytes', cell: ({ sizeBytes }) => sizeBytes.toLocaleString('en'), look: 'end' },
];

/** The versions of a device: one that is ticked is shown, two are compared; the address keeps the choice. */
export function Versions({ name }: { readonly name: string }): ReactNode {
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
  return (
    <div className="device-grid">
      <Section
        title="Versions"
        aside={<span className="soft">Tick one to read it, two to compare</span>}
      >
        <Loaded of={reading}>
          {({ list, total }) => (
            <List
              label="Versions"
              rows={list}
              columns={COLUMNS}
              idOf={({ id }) => id}
              ticked={{ ids, onChange: choose }}
              empty={<p>Its first backup makes one.</p>}
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
      title="The chosen version"
      aside={
        <DialogButton operation="changeDevice" verb="Put it back on the device">
          {(onClose) => <ChangeDialog {...{ name, onClose }} backupId={id} />}
        </DialogButton>
      }
    >
      <Loaded of={reading}>
        {({ rawConfig, xmlConfig, date }) => (
          <>
            <p className="soft">
              Taken <When at={date} />; secrets are masked
            </p>
            <Value label="Configuration" value={rawConfig} />
            <Value label="XML" value={xmlConfig} />
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
      ...{ client, signal, path: { id: older, other: newer } },
      query: { format: 'sideBySide', context: CONTEXT_LINES },
    }),
  );
  return (
    <Section title="What differs">
      <Loaded of={reading}>
        {({ stats, rows = [] }) => (
          <>
            <p className="soft">
              {stats.added} added, {stats.removed} removed, {stats.changed} changed, {stats.equal}{' '}
              equal
            </p>
            <SideBySide label="What differs" rows={rows} />
          </>
        )}
      </Loaded>
    </Section>
  );
}

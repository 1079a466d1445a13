import { listDevices, listJobs, searchWorkflows } from '../../../client/src/client.js';
import { type KeyboardEvent, type ReactNode, useDeferredValue, useId, useState } from 'react';
import { useLocation } from 'wouter';
import { client } from '../api.js';
import { pathOf, NAVIGATION } from '../navigation.js';
import { useRead } from '../use-read.js';
import { useSession } from '../session.js';
import { Dialog } from './dialog.js';

/** Something to go to. */
interface Found {
  readonly kind: string;
  readonly title: string;
  readonly to: string;
}

const SHOWN_MAX = 12;
const FOUND_MAX = 4;

/** Finds screens, operations, and objects by their names; the keyboard alone will do. */
export function Palette({ onClose }: { readonly onClose: () => void }): ReactNode {
  const [typed, setTyped] = useState('');
  const [at, setAt] = useState(0);
  const [, go] = useLocation();
  const id = useId();
  const found = useFound(useDeferredValue(typed.trim()));
  const chosen = Math.min(at, found.length - 1);
  const open = (one: Found | undefined): void => {
    if (one === undefined) return;
    onClose();
    if (one.to.startsWith('/docs')) location.assign(one.to);
    else go(one.to);
  };
  const hear = (event: KeyboardEvent): void => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step !== undefined) {
      event.preventDefault();
      setAt((chosen + step + found.length) % Math.max(1, found.length));
    }
    if (event.key === 'Enter') open(found[chosen]);
  };
  return (
    <Dialog title="Find or go to" onClose={onClose} className="palette">
      <input
        type="text"
        role="combobox"
        autoFocus
        aria-label="Screen, job, workflow, device or operation"
        aria-expanded={found.length > 0}
        aria-controls={id}
        aria-activedescendant={found.length > 0 ? `${id}-${chosen}` : undefined}
        value={typed}
        onKeyDown={hear}
        onChange={({ target }) => {
          setTyped(target.value);
          setAt(0);
        }}
      />
      <ul id={id} role="listbox" aria-label="Found">
        {found.map((one, place) => (
          <li
            key={one.to}
            id={`${id}-${place}`}
            role="option"
            aria-selected={place === chosen}
            onClick={() => open(one)}
          >
            <span>{one.title}</span>
            <span className="soft">{one.kind}</span>
          </li>
        ))}
      </ul>
      {found.length === 0 && <p className="soft">Nothing has this name</p>}
    </Dialog>
  );
}

function useFound(typed: string): readonly Found[] {
  const { user } = useSession();
  const objects = useObjects(typed);
  const screens = NAVIGATION.map(({ title, path }) => ({ kind: 'screen', title, to: path }));
  const operations = Object.values(user.methods)
    .flat()
    .map((name) => ({ kind: 'operation', title: String(name), to: `/docs#${String(name)}` }));
  const word = typed.toLowerCase().replaceAll(' ', '');
  const named = ({ title }: Found): boolean =>
    title.toLowerCase().replaceAll(' ', '').includes(word);
  const fixed = typed === '' ? screens : [...screens, ...operations].filter(named);
  return [...fixed.filter(({ kind }) => kind === 'screen'), ...objects, ...fixed]
    .filter((one, place, all) => all.findIndex(({ to }) => to === one.to) === place)
    .slice(0, SHOWN_MAX);
}

/** Objects of the platform with this in their names. */
function useObjects(typed: string): readonly Found[] {
  const options = { isWanted: typed.length >= 2, keepsBefore: true };
  const jobs = useRead(
    'listJobs',
    ['palette', typed],
    (signal) => listJobs({ client, signal, query: { contains: typed, limit: FOUND_MAX } }),
    options,
  );
  const workflows = useRead(
    'searchWorkflows',
    ['palette', typed],
    (signal) =>
      searchWorkflows({
        client,
        signal,
        query: { contains: typed, limit: FOUND_MAX, include: 'name' },
      }),
    options,
  );
  const devices = useRead(
    'listDevices',
    ['palette', typed],
    (signal) =>
      listDevices({ client, signal, body: { filter: { name: typed }, limit: FOUND_MAX } }),
    options,
  );
  if (!options.isWanted) return [];
  return [
    ...(workflows.query.data?.items ?? []).map(({ name }) =>
      foundObject('workflow', 'workflows', String(name)),
    ),
    ...(devices.query.data?.list ?? []).map(({ name }) => foundObject('device', 'devices', name)),
    ...(jobs.query.data?.data ?? []).map(({ _id, name, status }) => ({
      ...foundObject(`job, ${status ?? ''}`, 'jobs', _id),
      title: name,
    })),
  ];
}

function foundObject(kind: string, screen: string, name: string): Found {
  return { kind, title: name, to: pathOf(screen, name) };
}

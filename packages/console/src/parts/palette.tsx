import { keepPreviousData, useQueries } from '@tanstack/react-query';
import {
  listAutomations,
  listDevices,
  listJobs,
  listPrebuilts,
  searchWorkflows,
} from '../../../client/src/client.js';
import { type KeyboardEvent, type ReactNode, useDeferredValue, useId, useState } from 'react';
import { useLocation } from 'wouter';
import { client } from '../api.js';
import { pathOf, NAVIGATION } from '../navigation.js';
import { useSession } from '../session.js';
import { Dialog } from './dialog.js';
import { written } from './plain-text.js';
import * as texts from '../texts/parts.js';

/** Something to go to. */
interface Found {
  readonly kind: string;
  readonly title: string;
  readonly to: string;
  /** What else people call it. */
  readonly also?: string;
}

const SHOWN_MAX = 16;
const FOUND_MAX = 3;

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
    <Dialog title={texts.findOrGoTo} onClose={onClose} className="palette">
      <input
        type="text"
        role="combobox"
        autoFocus
        aria-label={texts.paletteLabel}
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
      <ul id={id} role="listbox" aria-label={texts.found}>
        {found.map((one, place) => (
          <li
            key={one.to}
            id={`${id}-${place}`}
            role="option"
            aria-selected={place === chosen}
            onClick={() => open(one)}
          >
            <span>{written(one.title)}</span>
            <span className="soft">{one.kind}</span>
          </li>
        ))}
      </ul>
      {found.length === 0 && <p className="soft">{texts.nothingHasThisName}</p>}
    </Dialog>
  );
}

function useFound(typed: string): readonly Found[] {
  const { user } = useSession();
  const objects = useObjects(typed);
  const screens = NAVIGATION.map(({ title, path, also = '' }) => ({
    kind: texts.screenKind,
    title,
    to: path,
    also,
  }));
  const operations = Object.values(user.methods)
    .flat()
    .map((name) => ({
      kind: texts.operationKind,
      title: String(name),
      to: `/docs#${String(name)}`,
    }));
  const word = typed.toLowerCase().replaceAll(' ', '');
  const named = ({ title, also = '' }: Found): boolean =>
    (title + also).toLowerCase().replaceAll(' ', '').includes(word);
  const fixed = typed === '' ? screens : [...screens, ...operations].filter(named);
  return [...fixed.filter(({ kind }) => kind === texts.screenKind), ...objects, ...fixed]
    .filter((one, place, all) => all.findIndex(({ to }) => to === one.to) === place)
    .slice(0, SHOWN_MAX);
}

interface SearchedKind {
  readonly operation: string;
  readonly find: (contains: string, signal: AbortSignal) => Promise<readonly Found[]>;
}

const limit = FOUND_MAX;
/** The objects that are found by their names, in the order in which they are shown. */
const SEARCHED: readonly SearchedKind[] = [
  {
    operation: 'searchWorkflows',
    async find(contains, signal) {
      const query = { contains, limit, include: 'name' };
      const { items } = await searchWorkflows({ client, signal, query });
      return items.map(({ name }) => foundObject(texts.workflowKind, 'workflows', String(name)));
    },
  },
  {
    operation: 'listDevices',
    async find(name, signal) {
      const { list } = await listDevices({ client, signal, body: { filter: { name }, limit } });
      return list.map((device) => foundObject(texts.deviceKind, 'devices', device.name));
    },
  },
  {
    operation: 'listAutomations',
    async find(contains, signal) {
      const query = { contains, containsField: 'name', limit };
      const { data } = await listAutomations({ client, signal, query });
      return data.map(({ _id, name }) =>
        foundObject(texts.automationKind, 'automations', _id, name),
      );
    },
  },
  {
    operation: 'listPrebuilts',
    async find(search, signal) {
      const queryOptions = { search, limit, include: 'name' };
      const { results } = await listPrebuilts({ client, signal, query: { queryOptions } });
      return results.results.map(({ name }) => foundObject(texts.packageKind, 'packages', name));
    },
  },
  {
    operation: 'listJobs',
    async find(contains, signal) {
      const { data } = await listJobs({ client, signal, query: { contains, limit } });
      return data.map(({ _id, name, status }) =>
        foundObject(texts.jobKind(status ?? ''), 'jobs', _id, name),
      );
    },
  },
];

/** Objects of the platform with this in their names, of all kinds that the caller may list. */
function useObjects(typed: string): readonly Found[] {
  const { may, user } = useSession();
  const isWanted = typed.length >= 2;
  const found = useQueries({
    queries: SEARCHED.map(({ operation, find }) => ({
      queryKey: [operation, user.id, 'palette', typed],
      queryFn: ({ signal }: { readonly signal: AbortSignal }) => find(typed, signal),
      enabled: isWanted && may(operation),
      placeholderData: keepPreviousData,
    })),
  });
  return isWanted ? found.flatMap(({ data }) => data ?? []) : [];
}

function foundObject(kind: string, screen: string, id: string, title = id): Found {
  return { kind, title, to: pathOf(screen, id) };
}

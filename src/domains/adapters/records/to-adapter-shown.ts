import { type JsonObject } from '../../../kernel/json.js';
import { type processHealth } from '../../../api/answers/process-health.js';
import {
  type AdapterEntry,
  type AdapterProbe,
  type StoredAdapter,
  UNNAMED_ACCESS,
} from './adapter.js';
import { maskedSettings } from './adapter-secrets.js';
import { settingsOf } from './adapter-settings.js';
import { type AdapterHealthShown } from './adapter-lists.dto.js';
import { type AdapterEntryShown } from './adapter-access.dto.js';
import { type AdapterHealth, type AdapterShown } from './adapters.dto.js';

/** An adapter as it is shown: secrets by their placeholders. */
export function toAdapterShown(adapter: StoredAdapter): AdapterShown {
  const { _id, name, type, probe, enabled, restarted, created, createdBy, updated, updatedBy } =
    adapter;
  const { access = UNNAMED_ACCESS, ...settings } = maskedSettings(settingsOf(adapter));
  return {
    metadata: { isActive: enabled && probe?.passed === true },
    data: dataOf(name, type, settings),
    _id,
    name,
    ...settings,
    access: { read: entryShown(access.read), change: entryShown(access.change) },
    health: toHealth(enabled, probe),
    restarted: restarted?.toISOString() ?? null,
    created: created.toISOString(),
    createdBy,
    lastUpdated: updated.toISOString(),
    lastUpdatedBy: updatedBy,
  };
}

/** The settings once more, where existing clients read and write them. */
function dataOf(name: string, type: StoredAdapter['type'], settings: object): AdapterShown['data'] {
  return {
    name,
    type,
    model: `adapter-${type}`,
    properties: {
      id: name,
      type,
      brokers: [],
      groups: [],
      properties: settings as JsonObject, // made of nothing but JSON
    },
    isEncrypted: false,
    loggerProps: {},
    virtual: false,
  };
}

function entryShown(entry: AdapterEntry | null): AdapterEntryShown | null {
  return entry && { roles: [...entry.roles], groups: [...entry.groups] };
}

/**
 * How the system behind an adapter does, and which adapter it is.
 * @param shared what it shares with the process of this server.
 */
export function toAdapterHealth(
  adapter: StoredAdapter,
  shared: ReturnType<typeof processHealth>,
): AdapterHealthShown {
  const { _id, name, type, description, enabled, probe } = adapter;
  const { state: health, ...found } = toHealth(enabled, probe);
  return {
    ...shared,
    _id,
    id: name,
    name,
    package_id: `adapter-${type}`,
    type: 'Adapter',
    model: type,
    description,
    routePrefix: name,
    enabled,
    state: enabled ? 'RUNNING' : 'STOPPED',
    connection: { state: health === 'up' ? 'ONLINE' : 'OFFLINE' },
    health,
    ...found,
  };
}

type HealthFacts = { readonly [K in keyof AdapterHealth]: AdapterHealth[K] };

/** What is known of the system behind an adapter; nothing of one that is switched off. */
function toHealth(enabled: boolean, probe: AdapterProbe | null): HealthFacts {
  if (!enabled) return { ...NOTHING, detail: 'Disabled' };
  if (!probe) return { ...NOTHING, detail: 'Not looked at yet' };
  const { passed, detail, at, since, failures } = probe;
  return {
    state: passed ? 'up' : 'down',
    detail,
    checked: at.toISOString(),
    since: since.toISOString(),
    failures,
  };
}

const NOTHING = { state: 'unknown', checked: null, since: null, failures: 0 } as const;

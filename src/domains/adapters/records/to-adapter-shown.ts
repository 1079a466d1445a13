import { type AdapterProbe, type StoredAdapter } from './adapter.js';
import { maskedSettings } from './adapter-secrets.js';
import { settingsOf } from './adapter-settings.js';
import { type AdapterHealthShown } from './adapter-lists.dto.js';
import { type AdapterHealth, type AdapterShown } from './adapters.dto.js';

/** An adapter as it is shown: secrets by their placeholders. */
export function toAdapterShown(adapter: StoredAdapter): AdapterShown {
  const { _id, name, type, probe, enabled, restarted, created, createdBy, updated, updatedBy } =
    adapter;
  return {
    metadata: { isActive: enabled && probe?.passed === true },
    data: { name, type },
    _id,
    name,
    ...maskedSettings(settingsOf(adapter)),
    health: toHealth(enabled, probe),
    restarted: restarted?.toISOString() ?? null,
    created: created.toISOString(),
    createdBy,
    lastUpdated: updated.toISOString(),
    lastUpdatedBy: updatedBy,
  };
}

/** How the system behind an adapter does, and which adapter it is. */
export function toAdapterHealth(adapter: StoredAdapter): AdapterHealthShown {
  const { _id, name, type, enabled, probe } = adapter;
  return { _id, name, type, enabled, ...toHealth(enabled, probe) };
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

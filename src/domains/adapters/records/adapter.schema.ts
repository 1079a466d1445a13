import { Schema } from 'mongoose';
import {
  type AdapterAuth,
  type AdapterProbe,
  type AdapterTls,
  type CircuitBreaker,
  type StoredAdapter,
} from './adapter.js';

/** Name under which the model is registered and injected. */
export const ADAPTER_MODEL = 'Adapter';

const text = { type: String, required: true };
const number = { type: Number, required: true };
const flag = { type: Boolean, required: true };
const date = { type: Date, required: true };
/** Text that may be empty. */
const optional = { type: String, default: '' };

const part = <T>(fields: Record<keyof T, unknown>): Schema<Record<keyof T, unknown>> =>
  new Schema<Record<keyof T, unknown>>(fields, { _id: false, strict: 'throw' });

const auth = part<AdapterAuth>({
  type: text,
  username: optional,
  password: optional,
  token: optional,
});
const tls = part<AdapterTls>({ verify: flag, ca: optional, cert: optional, key: optional });
const circuitBreaker = part<CircuitBreaker>({ failures: number, resetMs: number });
const probe = part<AdapterProbe>({
  passed: flag,
  detail: text,
  at: date,
  since: date,
  failures: number,
});

export const adapterSchema = new Schema<Record<keyof StoredAdapter, unknown>>(
  {
    _id: text,
    name: text,
    nameFolded: text,
    type: { type: String, required: true },
    description: optional,
    baseUrl: text,
    auth: { type: auth, required: true },
    tls: { type: tls, required: true },
    timeoutMs: number,
    maxConnections: number,
    retries: number,
    circuitBreaker: { type: circuitBreaker, required: true },
    responseLimitBytes: number,
    enabled: flag,
    northbound: text,
    healthPath: text,
    access: { type: Schema.Types.Mixed },
    revision: number,
    restarted: { type: Date, default: null },
    probe: { type: probe, default: null },
    probeDue: { type: Date },
    created: date,
    createdBy: text,
    updated: date,
    updatedBy: text,
  } satisfies Record<keyof StoredAdapter, unknown>,
  { collection: 'adapters', strict: 'throw', versionKey: false, minimize: false },
);

// No two of one name, and each is found by it.
adapterSchema.index({ nameFolded: 1 }, { name: 'name', unique: true });
// GET /adapters; what filters look at stands in the index.
adapterSchema.index({ nameFolded: 1, _id: 1, name: 1 }, { name: 'list' });
// Who can be chosen, and which types are configured.
adapterSchema.index({ type: 1, enabled: 1, nameFolded: 1 }, { name: 'type' });
// Which ones are to be looked at now.
adapterSchema.index({ probeDue: 1 }, { name: 'probe_due' });

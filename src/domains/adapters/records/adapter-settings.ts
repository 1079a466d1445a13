import {
  ADAPTER_TYPES,
  type AdapterAccess,
  type AdapterAuth,
  type AdapterSettings,
  type AdapterTls,
  type AdapterType,
  type CircuitBreaker,
  UNNAMED_ACCESS,
} from './adapter.js';

/** What a caller says of an adapter; what is absent stays as it is, or as it is by default. */
export interface AdapterWrite {
  readonly type?: AdapterType | undefined;
  readonly description?: string | undefined;
  readonly baseUrl?: string | undefined;
  readonly auth?: Given<AdapterAuth> | undefined;
  readonly tls?: Given<AdapterTls> | undefined;
  readonly timeoutMs?: number | undefined;
  readonly maxConnections?: number | undefined;
  readonly retries?: number | undefined;
  readonly circuitBreaker?: Given<CircuitBreaker> | undefined;
  readonly responseLimitBytes?: number | undefined;
  readonly enabled?: boolean | undefined;
  readonly northbound?: AdapterSettings['northbound'] | undefined;
  readonly healthPath?: string | undefined;
  readonly access?: Given<AdapterAccess> | undefined;
}

type Given<T> = { readonly [K in keyof T]?: T[K] | undefined };

/** What holds where a caller says nothing. */
export function defaultSettings(
  type: AdapterType,
  { timeoutMs, responseLimitBytes }: { timeoutMs: number; responseLimitBytes: number },
): AdapterSettings {
  return {
    type,
    description: '',
    baseUrl: '',
    auth: { type: 'none', username: '', password: '', token: '' },
    tls: { verify: true, ca: '', cert: '', key: '' },
    timeoutMs,
    maxConnections: 8,
    retries: 2,
    circuitBreaker: { failures: 5, resetMs: 30_000 },
    responseLimitBytes,
    enabled: true,
    northbound: 'flat',
    healthPath: ADAPTER_TYPES[type].healthPath,
    access: UNNAMED_ACCESS,
  };
}

/** The settings alone: the rest of a stored adapter is not the administrator's. */
export function settingsOf(adapter: AdapterSettings): AdapterSettings {
  return {
    type: adapter.type,
    description: adapter.description,
    baseUrl: adapter.baseUrl,
    auth: adapter.auth,
    tls: adapter.tls,
    timeoutMs: adapter.timeoutMs,
    maxConnections: adapter.maxConnections,
    retries: adapter.retries,
    circuitBreaker: adapter.circuitBreaker,
    responseLimitBytes: adapter.responseLimitBytes,
    enabled: adapter.enabled,
    northbound: adapter.northbound,
    healthPath: adapter.healthPath,
    access: adapter.access ?? UNNAMED_ACCESS,
  };
}

/**
 * The settings with what was written, secrets as written: plain, placeholder, or as they are stored. What
 * the kind of authentication does not need is left out, so that no secret stays that nobody uses.
 */
export function withWritten(present: AdapterSettings, write: AdapterWrite): AdapterSettings {
  const { auth, tls, circuitBreaker, baseUrl, access, ...plain } = write;
  return {
    ...merged(present, plain),
    baseUrl: baseUrl === undefined ? present.baseUrl : withoutSlash(baseUrl),
    auth: usedAuth(merged(present.auth, auth ?? {})),
    tls: merged(present.tls, tls ?? {}),
    circuitBreaker: merged(present.circuitBreaker, circuitBreaker ?? {}),
    access: merged(present.access ?? UNNAMED_ACCESS, access ?? {}),
  };
}

function merged<T extends object>(present: T, given: Given<T>): T {
  const said = Object.entries(given).filter(([, value]) => value !== undefined);
  return { ...present, ...(Object.fromEntries(said) as Partial<T>) };
}

function usedAuth(auth: AdapterAuth): AdapterAuth {
  const { type, username, password, token } = auth;
  if (type === 'basic') return { type, username, password, token: '' };
  return { type, username: '', password: '', token: type === 'bearer' ? token : '' };
}

function withoutSlash(text: string): string {
  return text.endsWith('/') ? text.slice(0, -1) : text;
}

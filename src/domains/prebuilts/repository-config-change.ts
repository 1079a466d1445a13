import { conflict, type Fault, invalidInput, notFound } from '../../kernel/app-error.js';
import { foldText } from '../../kernel/folded-text.js';
import { isJsonObject, type JsonObject, type JsonValue } from '../../kernel/json.js';
import { isSigningKey } from '../../platform/packaged/signing-key.js';
import { secretToStore } from '../../platform/secrets/placeholders.js';
import { type RepositoryTrust } from '../profiles/repository-configs.js';

/** The configurations of a profile: scope to entry. */
type Configs = Readonly<Record<string, JsonObject>>;

/** What a caller writes about a repository; what is undefined stays as it is. */
export interface RepositoryConfigWrite {
  readonly enabled?: boolean | undefined;
  readonly type?: string | undefined;
  readonly hostname?: string | undefined;
  readonly path?: string | undefined;
  readonly token?: string | undefined;
  readonly trust?: Partial<RepositoryTrust> | undefined;
  readonly webhookSecret?: string | undefined;
  /** Null takes the interval of the platform. */
  readonly refreshSeconds?: number | null | undefined;
}

/** Seals a secret for storing. */
type Seal = (text: string) => string;

const TOKEN_POINTER = '#/credentials/token';
const WEBHOOK_POINTER = '#/webhook/secret';
const PLACEHOLDER = '<ACCESS_TOKEN>';

/**
 * The configurations with one more.
 * @throws AppError `conflict` for a name that exists, whatever its case; `invalid-input`
 */
export function withConfigAdded(
  configs: Configs,
  name: string,
  write: RepositoryConfigWrite,
  seal: Seal,
): Configs {
  const holder = Object.keys(configs).find((other) => foldText(other) === foldText(name));
  if (holder !== undefined) throw conflict(`Repository configuration '${holder}' exists already`);
  return { ...configs, [name]: changed({ enabled: true }, write, seal) };
}

/**
 * The configurations with one changed; members of it that only other platforms know are kept.
 * @throws AppError `not-found`, `invalid-input`
 */
export function withConfigChanged(
  configs: Configs,
  name: string,
  write: RepositoryConfigWrite,
  seal: Seal,
): Configs {
  return { ...configs, [name]: changed(entryOf(configs, name), write, seal) };
}

/** The configurations without one. @throws AppError `not-found` */
export function withConfigRemoved(configs: Configs, name: string): Configs {
  entryOf(configs, name);
  return Object.fromEntries(Object.entries(configs).filter(([other]) => other !== name));
}

/** The entry of a name. @throws AppError `not-found` */
export function entryOf(configs: Configs, name: string): JsonObject {
  const entry = Object.hasOwn(configs, name) ? configs[name] : undefined;
  if (!entry) throw notFound('Repository configuration', name);
  return entry;
}

function changed(entry: JsonObject, write: RepositoryConfigWrite, seal: Seal): JsonObject {
  const before = settingsOf(entry);
  const { enabled = before.enabled, type = before.type } = write;
  const { hostname = before.hostname, path = before.path } = write;
  // What was not written now is not this caller's fault, and must not keep it from being disabled.
  if (write.type !== undefined || write.hostname !== undefined) assertReachable({ type, hostname });
  const token = tokenToStore(write.token, before, { type, hostname }, seal);
  const credentials = isJsonObject(entry['credentials']) ? entry['credentials'] : {};
  return {
    ...entry,
    enabled,
    type,
    hostname,
    path,
    credentials: { ...credentials, token },
    ...changedTerms(entry, write, seal),
  };
}

/** On which terms the repository is read: only what was said of them. */
function changedTerms(entry: JsonObject, write: RepositoryConfigWrite, seal: Seal): JsonObject {
  const { trust, webhookSecret, refreshSeconds } = write;
  return {
    ...(trust && { trust: changedTrust(entry['trust'], trust) }),
    ...changedWebhook(entry['webhook'], webhookSecret, seal),
    ...(refreshSeconds !== undefined && { refreshSeconds }),
  };
}

/** What is not said of whom to trust stays; a signature cannot be required where no key checks it. */
function changedTrust(stored: JsonValue | undefined, write: Partial<RepositoryTrust>): JsonObject {
  const faults = (write.publicKeys ?? []).flatMap((key, at): readonly Fault[] =>
    isSigningKey(key)
      ? []
      : [{ pointer: `#/trust/publicKeys/${at}`, detail: 'must be an Ed25519 public key' }],
  );
  if (faults.length > 0) throw invalidInput(faults);
  const trust = {
    publicKeys: [],
    requireSignature: false,
    ...(isJsonObject(stored) ? stored : {}),
    ...(write.publicKeys && { publicKeys: [...write.publicKeys] }),
    ...(write.requireSignature !== undefined && { requireSignature: write.requireSignature }),
  };
  if (!trust.requireSignature || trust.publicKeys.length > 0) return trust;
  const detail = 'needs a key in publicKeys to check signatures by';
  throw invalidInput([{ pointer: '#/trust/requireSignature', detail }]);
}

/** The secret goes nowhere: callers bring it. So it may stay whatever the repository becomes. */
function changedWebhook(
  stored: JsonValue | undefined,
  written: string | undefined,
  seal: Seal,
): JsonObject {
  if (written === undefined) return {};
  const webhook = isJsonObject(stored) ? stored : {};
  const before = typeof webhook['secret'] === 'string' ? webhook['secret'] : '';
  const change = { written, stored: before, pointer: WEBHOOK_POINTER, before: {}, after: {} };
  return { webhook: { ...webhook, secret: secretToStore(change, seal) } };
}

interface Settings {
  readonly enabled: boolean;
  readonly type: string;
  readonly hostname: string;
  readonly path: string;
  readonly token: string;
}

type Target = Pick<Settings, 'type' | 'hostname'>;

/** A token that is not mentioned goes along too, so it is treated as its placeholder. */
function tokenToStore(
  written: string | undefined,
  before: Settings,
  after: Target,
  seal: Seal,
): string {
  const { token: stored } = before;
  const unmentioned = stored === '' ? '' : PLACEHOLDER;
  return secretToStore(
    {
      written: written ?? unmentioned,
      stored,
      pointer: TOKEN_POINTER,
      before: { host: hostOf(before) },
      after: { host: hostOf(after) },
    },
    seal,
  );
}

/** Another type of registry is another place for the token to go. */
function hostOf({ type, hostname }: Target): string {
  return `${type}:${hostname}`;
}

function assertReachable({ type, hostname }: Target): void {
  const isLocal = type === 'local';
  if (isLocal === (hostname === '')) return;
  const detail = isLocal ? 'must be empty for a local repository' : 'is required';
  const fault: Fault = { pointer: '#/hostname', detail };
  throw invalidInput([fault]);
}

function settingsOf(entry: JsonObject): Settings {
  const text = (value: unknown): string => (typeof value === 'string' ? value : '');
  const credentials = isJsonObject(entry['credentials']) ? entry['credentials'] : {};
  return {
    enabled: entry['enabled'] === true,
    type: text(entry['type']),
    hostname: text(entry['hostname']),
    path: text(entry['path']),
    token: text(credentials['token']),
  };
}

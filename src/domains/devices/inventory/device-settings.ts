import {
  DEVICE_TYPE_NAMES,
  type DeviceTypeName,
  findDeviceType,
} from '../../../connectors/devices/types/device-types.js';
import { type Fault, invalidInput } from '../../../kernel/app-error.js';
import { foldText } from '../../../kernel/folded-text.js';
import { secretToStore, type SecretTarget } from '../../../platform/secrets/placeholders.js';
import {
  type DeviceSettings,
  type HostKeyRule,
  type JumpHost,
  type LoginSecrets,
} from './device.js';
import { type DeviceWrite, type LoginWrite } from './device-write.js';
import { hostRefusal } from './host-refusal.js';

const SSH_PORT = 22;
const KEPT = '<SECRET>';
const NAME_LENGTH_MAX = 512;
const CONTROL = /\p{Cc}/u;
const SECRETS = ['password', 'privateKey', 'passphrase'] as const;

/** What a written device is made of. */
export interface SettingsRequest {
  readonly name: string;
  readonly write: DeviceWrite;
  /** What is stored; undefined for a new device. */
  readonly present: DeviceSettings | undefined;
  /** `members`: what is not written stays. `whole`: it is as in a new device. */
  readonly extent: 'members' | 'whole';
  /** Where the device lies in the request: `#`, `#/devices/3`. */
  readonly pointer: string;
  readonly seal: (text: string) => string;
}

/**
 * The settings to store. A stored secret is kept for a placeholder, and only where the device is reached as
 * before: host, port, user name and the way through a jump host.
 * @throws AppError `invalid-input`
 */
export function settingsToStore(request: SettingsRequest): DeviceSettings {
  const { name, write, present, pointer } = request;
  const { base, plain } = plainOf(request);
  assertNoFaults([...nameFaults(name, pointer), ...faultsOf(plain, pointer)]);
  const jump = jumpToStore(request, base.jump);
  const route = { before: present && routeOf(present), after: routeOf({ ...plain, jump }) };
  const secrets = secretsToStore(request, { write, stored: present, route, pointer });
  const enablePassword = keep(request, {
    written: write.enablePassword,
    stored: present?.enablePassword,
    route,
    pointer: `${pointer}/enablePassword`,
  });
  return { ...plain, jump, ...secrets, enablePassword };
}

/** Why a name cannot be the one of a device. */
export function nameFaults(name: string, pointer: string): readonly Fault[] {
  const isLegal =
    name.trim() === name &&
    name !== '' &&
    name.length <= NAME_LENGTH_MAX &&
    !CONTROL.test(name) &&
    // As the last part of a path they mean another one.
    !['.', '..'].includes(name);
  if (isLegal) return [];
  const detail = `must be 1 to ${NAME_LENGTH_MAX} characters, without blanks around it and control characters`;
  return [{ pointer: `${pointer}/name`, detail }];
}

const NO_SECRETS: LoginSecrets = { password: '', privateKey: '', passphrase: '' };
const NO_LOGIN = {
  host: '',
  port: SSH_PORT,
  username: '',
  ...NO_SECRETS,
  hostKey: { mode: 'first-use', pinned: null },
} as const satisfies JumpHost;
const UNKNOWN_TYPE = `must be one of ${DEVICE_TYPE_NAMES.join(', ')}, or an alias of one`;
const BLANK: Omit<DeviceSettings, 'name' | 'type'> & { readonly type?: DeviceTypeName } = {
  ...NO_LOGIN,
  description: '',
  enablePassword: '',
  legacyAlgorithms: false,
  jump: null,
  groups: [],
  adapter: null,
  timeouts: { sessionMs: null },
};

type PlainSettings = Omit<DeviceSettings, 'jump' | 'enablePassword' | keyof LoginSecrets>;
type Base = typeof BLANK;

function plainOf({ name, write, present, extent, pointer }: SettingsRequest): {
  readonly base: Base;
  readonly plain: PlainSettings;
} {
  const base = (extent === 'members' ? present : undefined) ?? BLANK;
  const type = write.type === undefined ? base.type : findDeviceType(write.type);
  if (!type) throw invalidInput([{ pointer: `${pointer}/type`, detail: UNKNOWN_TYPE }]);
  // Members that are not given are not there.
  const { description, legacyAlgorithms, adapter, timeouts } = { ...base, ...write };
  const groups = write.groups ? labels(write.groups) : base.groups;
  const plain = {
    name,
    type,
    description,
    legacyAlgorithms,
    adapter,
    groups,
    ...loginOf(write, base, present),
    timeouts: { sessionMs: timeouts.sessionMs ?? null },
  };
  return { base, plain };
}

interface Route {
  readonly before: SecretTarget | undefined;
  readonly after: SecretTarget;
}

interface Login {
  readonly host: string;
  readonly port: number;
  readonly username: string;
  readonly hostKey: HostKeyRule;
}

/** A pinned key stays with its host until somebody writes another, or null. */
function loginOf(write: LoginWrite, base: Login, present: Login | undefined): Login {
  const { host = base.host, port = base.port, username = base.username } = write;
  const isThere = present?.host === host && present.port === port;
  const known = { ...base.hostKey, ...(isThere && { pinned: present.hostKey.pinned }) };
  return { host, port, username, hostKey: hostKeyOf(write.hostKey ?? {}, known) };
}

function hostKeyOf(write: NonNullable<LoginWrite['hostKey']>, known: HostKeyRule): HostKeyRule {
  const { mode = known.mode, pinned = known.pinned } = write;
  return { mode, pinned };
}

function jumpToStore(request: SettingsRequest, base: JumpHost | null): JumpHost | null {
  const { write, present } = request;
  if (write.jump === undefined) return base;
  if (write.jump === null) return null;
  const pointer = `${request.pointer}/jump`;
  const login = loginOf(write.jump, NO_LOGIN, present?.jump ?? undefined);
  assertNoFaults(loginFaults(login, pointer));
  const stored = present?.jump ?? undefined;
  const route = {
    before: stored && routeOf({ ...stored, jump: null }),
    after: routeOf({ ...login, jump: null }),
  };
  const asWhole: SettingsRequest = { ...request, extent: 'whole' };
  return { ...login, ...secretsToStore(asWhole, { write: write.jump, stored, route, pointer }) };
}

function secretsToStore(
  request: SettingsRequest,
  of: {
    readonly write: LoginWrite;
    readonly stored: LoginSecrets | undefined;
    readonly route: Route;
    readonly pointer: string;
  },
): LoginSecrets {
  const { write, stored, route, pointer } = of;
  const [password = '', privateKey = '', passphrase = ''] = SECRETS.map((key) =>
    keep(request, {
      written: write[key],
      stored: stored?.[key],
      route,
      pointer: `${pointer}/${key}`,
    }),
  );
  return { password, privateKey, passphrase };
}

/** What is not written of a member stays, as if its placeholder had been written. */
function keep(
  { extent, seal }: SettingsRequest,
  secret: {
    readonly written: string | undefined;
    readonly stored: string | undefined;
    readonly route: Route;
    readonly pointer: string;
  },
): string {
  const { stored, route, pointer } = secret;
  const absent = extent === 'members' && Boolean(stored) ? KEPT : '';
  const { before = route.after, after } = route;
  return secretToStore({ written: secret.written ?? absent, stored, pointer, before, after }, seal);
}

/** Where the secrets go: a jump host decides which machine an address is. */
function routeOf({ host, port, username, jump }: Login & { jump: Login | null }): SecretTarget {
  const way = jump ? `${host} via ${jump.username}@${jump.host}:${jump.port}` : host;
  return { host: way, port, username };
}

function faultsOf(settings: PlainSettings, pointer: string): readonly Fault[] {
  const { adapter, host } = settings;
  // Who reads it elsewhere need not know where it is.
  return adapter && host === '' ? [] : loginFaults(settings, pointer);
}

function loginFaults({ host, username }: Login, pointer: string): readonly Fault[] {
  const refusal = hostRefusal(host);
  const isLegal = username !== '' && !CONTROL.test(username);
  const detail = 'must be a user name without control characters';
  return [
    ...(refusal === undefined ? [] : [{ pointer: `${pointer}/host`, detail: refusal }]),
    ...(isLegal ? [] : [{ pointer: `${pointer}/username`, detail }]),
  ];
}

function labels(groups: readonly string[]): readonly string[] {
  const given = groups.map((group) => group.trim()).filter((group) => group !== '');
  return [...new Map(given.map((group) => [foldText(group), group])).values()];
}

function assertNoFaults(faults: readonly Fault[]): void {
  if (faults.length > 0) throw invalidInput(faults);
}

import { Injectable } from '@nestjs/common';
import { deviceText, findDeviceType } from '../../../connectors/devices/types/device-types.js';
import { AppError } from '../../../kernel/app-error.js';
import { isJsonObject, type JsonObject, type JsonValue } from '../../../kernel/json.js';
import { ownList, ownObject, ownValue } from '../../../kernel/json-reading.js';
import { LIST_LIMIT_DEFAULT } from '../../../kernel/page.js';
import { type Principal } from '../../../kernel/principal.js';
import { ReadableBackupsService } from '#domains/backups/records/readable-backups.service.js';
import { toBackupRecord } from '#domains/backups/records/to-backup-answer.js';
import { ChangeMask } from '../changes/change-mask.js';
import { DeviceChangesService } from '../changes/device-changes.service.js';
import { OUTPUT_SECRETS } from '../changes/output-secrets.js';
import { DeviceBackupsService } from '#domains/backups/collecting/device-backups.service.js';
import { type DeviceList } from '#domains/devices/inventory/device-list.js';
import { DeviceSessionsService } from '#domains/devices/inventory/device-sessions.service.js';
import { DevicesService } from '#domains/devices/inventory/devices.service.js';
import { toDevice } from '#domains/devices/inventory/to-device-answer.js';

const LIMIT_MAX = 10_000;

/** How long work on a device may last, and what ends it before. */
export interface WorkBounds {
  readonly signal: AbortSignal;
  readonly deadlineMs: number;
}

/** Whether a device answers, and why not. */
export interface DeviceLife {
  readonly response: boolean;
  readonly name: string;
  readonly code?: string;
  readonly detail?: string;
}

/** What a backup says of itself. */
export interface BackupWords {
  readonly description: string;
  readonly notes: string;
}

/** What automations do with devices and backups, by the gbac of whoever they run for. */
@Injectable()
export class DeviceAutomationService {
  constructor(
    private readonly devices: DevicesService,
    private readonly sessions: DeviceSessionsService,
    private readonly deviceBackups: DeviceBackupsService,
    private readonly backups: ReadableBackupsService,
    private readonly changes: DeviceChangesService,
  ) {}

  /** A device as answers show it, without its secrets. @throws AppError `not-found` */
  async get(name: string, principal: Principal): Promise<JsonObject> {
    return asJson(toDevice(await this.devices.get(name, principal)));
  }

  /** Devices as `listDevices` is asked for them; what no option says does not count. */
  async list(options: JsonObject, principal: Principal): Promise<JsonObject> {
    const { items, total } = await this.devices.list(listOf(options), principal);
    return { total, list: items.map((device) => asJson(toDevice(device))) };
  }

  /**
   * Whether a session with the device can be opened, and why not.
   * @throws AppError `not-found`.
   */
  async isAlive(name: string, principal: Principal, bounds: WorkBounds): Promise<DeviceLife> {
    const device = await this.devices.get(name, principal);
    const deadlineMs = Math.min(bounds.deadlineMs, device.timeouts.sessionMs ?? bounds.deadlineMs);
    try {
      await this.sessions.within(device, () => Promise.resolve(null), { ...bounds, deadlineMs });
      return { response: true, name: device.name };
    } catch (error) {
      bounds.signal.throwIfAborted();
      if (!(error instanceof AppError)) throw error;
      return { response: false, name: device.name, code: error.code, detail: error.detail };
    }
  }

  /**
   * Takes the configuration of a device.
   * @param by null where nobody is known in whose name it is taken.
   * @throws AppError as `DeviceBackupsService.take` does; `not-found`.
   */
  async backUp(
    name: string,
    words: BackupWords & { readonly by: string | null },
    principal: Principal,
    bounds: WorkBounds,
  ): Promise<JsonObject> {
    const device = await this.devices.get(name, principal);
    const taken = await this.deviceBackups.take(device, { ...words, ...bounds });
    const { backupId: id, outcome, previousId } = taken;
    return { id, status: 'success', name: device.name, outcome, previousId };
  }

  /**
   * The configuration of a device as it is now, secrets masked.
   * @throws AppError as `DeviceBackupsService.take` does; `not-found`.
   */
  async configuration(name: string, principal: Principal, bounds: WorkBounds): Promise<string> {
    const device = await this.devices.get(name, principal);
    const { rawConfig } = await this.deviceBackups.read(device, bounds);
    return new ChangeMask([...OUTPUT_SECRETS, ...deviceText(device.type).secrets]).text(rawConfig);
  }

  /**
   * Pushes lines to a device, planned at that moment; nothing where they change nothing.
   * @returns the difference that they make, secrets masked.
   * @throws AppError as `DeviceChangesService.request` does.
   */
  async configure(
    name: string,
    config: readonly string[],
    principal: Principal,
    comment = 'Pushed by a workflow',
  ): Promise<string> {
    const { plan } = await this.changes.request(name, { config, dryRun: true }, principal);
    const { planHash, sent, diff } = plan;
    if (sent.length === 0) return '';
    await this.changes.request(name, { config, dryRun: false, planHash, comment }, principal);
    return diff;
  }

  /** A backup with its texts, secrets masked. @throws AppError `not-found` */
  async backup(id: string, principal: Principal): Promise<JsonObject> {
    const { backup, text } = await this.backups.get(id, principal);
    return asJson(toBackupRecord(backup, text));
  }
}

/** Answers are made of nothing but JSON. */
function asJson(answer: object): JsonObject {
  return answer as JsonObject;
}

function listOf(options: JsonObject): DeviceList {
  const filter = ownObject(options, 'filter');
  const types = [...texts(filter, 'type'), ...texts(filter, 'ostype'), ...texts(options, 'ostype')];
  const groups = ownList(filter, 'groups').filter((group) => typeof group === 'string');
  return {
    filter: {
      name: texts(filter, 'name')[0],
      host: [...texts(filter, 'host'), ...texts(filter, 'ipaddress')][0],
      types: types.length > 0 ? types.flatMap((type) => findDeviceType(type) ?? []) : undefined,
      groups: groups.length > 0 ? groups : undefined,
      exact: ownValue(options, 'exactMatch') === true,
    },
    ...orderOf(options),
    skip: count(ownValue(options, 'start'), 0),
    limit: Math.min(count(ownValue(options, 'limit'), LIST_LIMIT_DEFAULT), LIMIT_MAX),
  };
}

/** Texts that say something: a filter that is empty, or a list of several. */
function texts(object: JsonObject, key: string): readonly string[] {
  const value = ownValue(object, key) ?? '';
  const given: readonly JsonValue[] = Array.isArray(value) ? value : [value];
  return given.flatMap((one) => (typeof one === 'string' && one.trim() !== '' ? [one.trim()] : []));
}

function count(value: JsonValue | undefined, otherwise: number): number {
  const number = typeof value === 'string' && value !== '' ? Number(value) : value;
  return typeof number === 'number' && Number.isSafeInteger(number) && number >= 0
    ? number
    : otherwise;
}

function orderOf(options: JsonObject): Pick<DeviceList, 'sort' | 'order'> {
  const [key, direction] = sortOf(ownValue(options, 'sort'));
  const isDown = direction === -1 || DESCENDING.has(ownValue(options, 'order') ?? 1);
  return { sort: TYPE_KEYS.has(key) ? 'type' : 'name', order: isDown ? -1 : 1 };
}

/** `{name: 1}` and `[{name: 1}]`; nothing at all is by name. */
function sortOf(sort: JsonValue | undefined): readonly [string, JsonValue] {
  const [first] = Array.isArray(sort) ? sort : [sort];
  const [entry] = isJsonObject(first) ? Object.entries(first) : [];
  return entry ?? ['name', 1];
}

const TYPE_KEYS: ReadonlySet<string> = new Set(['type', 'ostype']);
const DESCENDING: ReadonlySet<JsonValue> = new Set(['descending', 'desc', -1]);

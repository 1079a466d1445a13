import { Free, ListOf, Nested } from '../../../api/fields/structures.js';
import { Flag, OneOf, Text, Whole } from '../../../api/fields/values.js';
import { OpenShape } from '../../../api/shapes/open-shape.decorator.js';
import { HOST_KEY_MODES, type HostKeyMode } from './device.js';

const SECRET = { max: 16_384, optional: true, format: 'password' } as const;
const KEPT = '<PASSWORD> or <SECRET> keeps what is stored, as long as it is sent to the same place';
const FINGERPRINT = /^SHA256:[A-Za-z0-9+/]{43}$/;
const NAME_IN_PATH = { max: 512, optional: true, note: 'Must be the one in the path' } as const;
const GROUPS = {
  maxItems: 1000,
  optional: true,
  note: 'Ids, names of groups that were made here, or {provenance, name}',
} as const;

/** How the host key of a server is judged. */
export class HostKeyGiven {
  @OneOf(HOST_KEY_MODES, {
    optional: true,
    note: 'first-use: the first key seen is pinned; pinned: nothing is sent unless the key is known',
  })
  readonly mode?: HostKeyMode;

  @Text({ pattern: FINGERPRINT, optional: true, nullable: true, note: 'null forgets it' })
  readonly pinned?: string | null;
}

/** What a login takes: at a device, and at the host in between. */
export class LoginGiven {
  @Text({ max: 253, optional: true, note: 'A name or an address, nothing around it' })
  readonly host?: string;

  @Whole({ min: 1, max: 65_535, optional: true, note: '22 when absent' })
  readonly port?: number;

  @Text({ max: 256, optional: true })
  readonly username?: string;

  @Text({ ...SECRET, note: KEPT })
  readonly password?: string;

  @Text({ ...SECRET, note: `In PEM or OpenSSH format. ${KEPT}` })
  readonly privateKey?: string;

  @Text({ ...SECRET, note: `Opens the private key. ${KEPT}` })
  readonly passphrase?: string;

  @Nested(() => HostKeyGiven, { optional: true })
  readonly hostKey?: HostKeyGiven;
}

/** An orchestrator adapter that knows the device. */
export class AdapterPlaceShape {
  @Text({ min: 1, max: 512, note: 'Name or id of the adapter' })
  readonly name!: string;

  @Text({ min: 1, max: 512, note: 'What the device is called there' })
  readonly device!: string;
}

/** How long a device is waited for. */
export class DeviceTimeoutsShape {
  @Whole({ min: 1000, max: 3_600_000, optional: true, nullable: true, note: 'A whole session' })
  readonly sessionMs?: number | null;
}

/** Groups that may see, or change; with none in either list everyone may. */
export class DeviceGbacGiven {
  @ListOf('free', GROUPS)
  readonly read?: readonly unknown[];

  @ListOf('free', GROUPS)
  readonly write?: readonly unknown[];
}

/** Members of a device beside its name. */
class DeviceGiven extends LoginGiven {
  @Text({ max: 1024, optional: true })
  readonly description?: string;

  @Text({ min: 1, max: 64, optional: true, note: '`cisco-ios`, `juniper-junos` … or an alias' })
  readonly type?: string;

  @Text({ ...SECRET, note: KEPT })
  readonly enablePassword?: string;

  @Flag({ optional: true, note: 'Algorithms with SHA-1, CBC and small groups as well' })
  readonly legacyAlgorithms?: boolean;

  @Nested(() => LoginGiven, {
    optional: true,
    nullable: true,
    note: 'The server through which it is reached',
  })
  readonly jump?: LoginGiven | null;

  @ListOf('text', { maxItems: 100, itemMax: 128, optional: true, note: 'Labels to select it by' })
  readonly groups?: string[];

  @Nested(() => AdapterPlaceShape, {
    optional: true,
    nullable: true,
    note: 'Its configuration is read there, and not over SSH',
  })
  readonly adapter?: AdapterPlaceShape | null;

  @Nested(() => DeviceTimeoutsShape, { optional: true })
  readonly timeouts?: DeviceTimeoutsShape;

  @Nested(() => DeviceGbacGiven, { optional: true, nullable: true })
  readonly gbac?: DeviceGbacGiven | null;
}

/** Members of a device to change; others stay. */
export class UpdateDeviceRequest extends DeviceGiven {
  @Text(NAME_IN_PATH)
  readonly name?: string;
}

/** A device as a whole: what it does not say is as if it were new. */
export class PutDeviceRequest extends DeviceGiven {
  @Text(NAME_IN_PATH)
  readonly name?: string;
}

/** One device of an import. */
export class ImportedDevice extends DeviceGiven {
  @Text({ min: 1, max: 512 })
  readonly name!: string;
}

/** How devices are imported. */
class ImportDevicesOptions {
  @Flag({ optional: true, note: 'Devices of these names are replaced; else they are refused' })
  readonly overwrite?: boolean;
}

/** Devices to make, each judged by itself. */
export class ImportDevicesRequest {
  @ListOf('free', { maxItems: 5000 })
  readonly devices!: readonly unknown[];

  @Nested(() => ImportDevicesOptions, { optional: true })
  readonly options?: ImportDevicesOptions;
}

/** Which devices a list shows; empty text is no filter. */
class DeviceFilterGiven {
  @Text({ max: 512, optional: true })
  readonly name?: string;

  @Text({ max: 512, optional: true })
  readonly host?: string;

  @Text({ max: 512, optional: true, note: 'The same as host' })
  readonly ipaddress?: string;

  @Text({ max: 64, optional: true })
  readonly type?: string;

  @Text({ max: 64, optional: true, note: 'The same as type' })
  readonly ostype?: string;

  @ListOf('text', { maxItems: 100, itemMax: 128, optional: true, note: 'In one of these groups' })
  readonly groups?: string[];
}

const SORT_NOTE = '{name: 1}, {type: -1}, or a list with one of them';
const ORDERS = ['ascending', 'descending', 'asc', 'desc', 1, -1] as const;

/** Which part of the devices a list shows. Clients send more than this: what is unknown is ignored. */
@OpenShape()
export class ListDevicesOptions {
  @Whole({ min: 0, digits: true, optional: true })
  readonly start?: number;

  @Whole({ min: 1, digits: true, optional: true, note: '25 when absent; at most 10,000' })
  readonly limit?: number;

  @Nested(() => DeviceFilterGiven, { optional: true })
  readonly filter?: DeviceFilterGiven;

  @Flag({ optional: true, note: 'Name and host as a whole; parts of them will do otherwise' })
  readonly exactMatch?: boolean;

  @Free({ optional: true, note: SORT_NOTE })
  readonly sort?: unknown;

  @OneOf(ORDERS, { optional: true, note: 'Counts before the direction in `sort`' })
  readonly order?: (typeof ORDERS)[number];

  @Text({ max: 64, optional: true, note: 'The same as filter.type' })
  readonly ostype?: string;
}

/** Options of `POST /configuration_manager/devices`, in `options` or beside each other. */
@OpenShape()
export class ListDevicesRequest extends ListDevicesOptions {
  @Nested(() => ListDevicesOptions, { optional: true })
  readonly options?: ListDevicesOptions;
}

/** What to do with the host key that a device shows. */
export class CheckDeviceRequest {
  @Flag({ optional: true, note: 'Pin the host key that is shown, whatever was pinned before' })
  readonly pin?: boolean;
}

import { Free, ListOf, Nested } from '../../../api/fields/structures.js';
import { Flag, Instant, ListLimit, OneOf, Text, Whole } from '../../../api/fields/values.js';
import { OpenShape } from '../../../api/shapes/open-shape.decorator.js';
import { HOST_KEY_MODES, type HostKeyMode } from './device.js';

const SECRET = { max: 16_384, optional: true, format: 'password' } as const;
const KEPT = '<PASSWORD> or <SECRET> keeps what is stored, as long as it is sent to the same place';
const FINGERPRINT = /^SHA256:[A-Za-z0-9+/]{43}$/;
const GROUPS = { maxItems: 1000, optional: true, note: 'Ids, or {provenance, name}' } as const;

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

/** What a login takes. */
class LoginGiven {
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

/** The server through which a device is reached. */
export class JumpHostGiven extends LoginGiven {}

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

/** Members of a device to change; others stay. */
export class UpdateDeviceRequest extends LoginGiven {
  @Text({ max: 1024, optional: true })
  readonly description?: string;

  @Text({ min: 1, max: 64, optional: true, note: '`cisco-ios`, `juniper-junos` … or an alias' })
  readonly type?: string;

  @Text({ ...SECRET, note: KEPT })
  readonly enablePassword?: string;

  @Flag({ optional: true, note: 'Algorithms with SHA-1, CBC and small groups as well' })
  readonly legacyAlgorithms?: boolean;

  @Nested(() => JumpHostGiven, { optional: true, nullable: true })
  readonly jump?: JumpHostGiven | null;

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

/** A device as a whole: what it does not say is as if it were new. */
export class PutDeviceRequest extends UpdateDeviceRequest {
  @Text({ max: 512, optional: true, note: 'Must be the one in the path' })
  readonly name?: string;
}

/** One device of an import. */
export class ImportedDevice extends UpdateDeviceRequest {
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

/** What became of one device of an import. */
export class ImportedDeviceOutcome {
  @Text({ note: 'Empty where it has none' })
  readonly name!: string;

  @Flag()
  readonly success!: boolean;

  @Text()
  readonly message!: string;

  @Text({ nullable: true, note: 'null where it was refused' })
  readonly id!: string | null;
}

/** What became of the devices of an import, in their order. */
export class ImportDevicesAnswer {
  @Whole({ min: 0 })
  readonly imported!: number;

  @Whole({ min: 0 })
  readonly failed!: number;

  @ListOf(() => ImportedDeviceOutcome)
  readonly results!: readonly ImportedDeviceOutcome[];
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

  @ListLimit({ min: 1, digits: true, optional: true, note: '25 when absent' })
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

/** How the host key of a server is judged. */
class HostKeyShown {
  @OneOf(HOST_KEY_MODES)
  readonly mode!: HostKeyMode;

  @Text({ nullable: true, note: 'SHA256:…; null where none is known' })
  readonly pinned!: string | null;
}

/** The server through which a device is reached. */
class JumpHostShown {
  @Text()
  readonly host!: string;

  @Whole({ min: 1 })
  readonly port!: number;

  @Text()
  readonly username!: string;

  @Text({ note: '<PASSWORD> where one is set' })
  readonly password!: string;

  @Text({ note: '<SECRET> where one is set' })
  readonly privateKey!: string;

  @Text({ note: '<SECRET> where one is set' })
  readonly passphrase!: string;

  @Nested(() => HostKeyShown)
  readonly hostKey!: HostKeyShown;
}

/** Groups that may see, or change. */
class DeviceGbacShown {
  @ListOf('text')
  readonly read!: readonly string[];

  @ListOf('text')
  readonly write!: readonly string[];
}

class DeviceTimeoutsShown {
  @Whole({ nullable: true, note: 'null for what the platform has' })
  readonly sessionMs!: number | null;
}

class DeviceErrorShown {
  @Text({ example: 'device-unreachable' })
  readonly code!: string;

  @Text()
  readonly detail!: string;

  @Instant()
  readonly at!: string;
}

class LastBackupShown {
  @Text()
  readonly id!: string;

  @Instant()
  readonly at!: string;

  @OneOf(['new', 'unchanged'])
  readonly outcome!: 'new' | 'unchanged';
}

/** A device, as lists show it. */
export class DeviceShown {
  @Text()
  readonly _id!: string;

  @Text()
  readonly name!: string;

  @Text()
  readonly description!: string;

  @Text()
  readonly host!: string;

  @Text({ note: 'The same as host' })
  readonly ipaddress!: string;

  @Whole({ min: 1 })
  readonly port!: number;

  @Text({ note: 'Name of the type' })
  readonly type!: string;

  @Text({ note: 'The same as type' })
  readonly ostype!: string;

  @Text({ note: 'The type in words' })
  readonly 'device-type'!: string;

  @Text()
  readonly username!: string;

  @Text({ note: '<PASSWORD> where one is set' })
  readonly password!: string;

  @Text({ note: '<SECRET> where one is set' })
  readonly privateKey!: string;

  @Text({ note: '<SECRET> where one is set' })
  readonly passphrase!: string;

  @Text({ note: '<PASSWORD> where one is set' })
  readonly enablePassword!: string;

  @Nested(() => HostKeyShown)
  readonly hostKey!: HostKeyShown;

  @Flag()
  readonly legacyAlgorithms!: boolean;

  @Nested(() => JumpHostShown, { nullable: true })
  readonly jump!: JumpHostShown | null;

  @ListOf('text')
  readonly groups!: readonly string[];

  @Nested(() => AdapterPlaceShape, { nullable: true })
  readonly adapter!: AdapterPlaceShape | null;

  @Nested(() => DeviceTimeoutsShown)
  readonly timeouts!: DeviceTimeoutsShown;

  @Nested(() => DeviceGbacShown)
  readonly gbac!: DeviceGbacShown;

  @Instant({ nullable: true })
  readonly lastAttempt!: string | null;

  @Instant({ nullable: true })
  readonly lastSuccess!: string | null;

  @Nested(() => DeviceErrorShown, { nullable: true, note: 'null after an attempt that succeeded' })
  readonly lastError!: DeviceErrorShown | null;

  @Nested(() => LastBackupShown, { nullable: true })
  readonly lastBackup!: LastBackupShown | null;

  @Flag({ note: 'There has been no backup for longer than DEVICE_STALE_HOURS or its schedule' })
  readonly stale!: boolean;

  @Instant({ nullable: true })
  readonly staleSince!: string | null;

  @Instant()
  readonly created!: string;

  @Text({ note: 'Id of the account' })
  readonly createdBy!: string;

  @Instant()
  readonly lastUpdated!: string;

  @Text({ note: 'Id of the account' })
  readonly lastUpdatedBy!: string;
}

/** Somebody who changes a device, or waits for it. */
class DeviceWorkShown {
  @Text()
  readonly what!: string;

  @Text({ nullable: true, note: 'Name of the account; null for the platform' })
  readonly by!: string | null;

  @Instant()
  readonly since!: string;
}

/** A device, and who works on it. */
export class DeviceAnswer extends DeviceShown {
  @Nested(() => DeviceWorkShown, { nullable: true })
  readonly lock!: DeviceWorkShown | null;

  @ListOf(() => DeviceWorkShown, { note: 'Who waits until it is free, the longest first' })
  readonly waiting!: readonly DeviceWorkShown[];
}

/** A part of the devices that the caller may see. */
export class ListDevicesAnswer {
  @Whole({ min: 0 })
  readonly total!: number;

  @ListOf(() => DeviceShown)
  readonly list!: readonly DeviceShown[];
}

/** What to do with the host key that a device shows. */
export class CheckDeviceRequest {
  @Flag({ optional: true, note: 'Pin the host key that is shown, whatever was pinned before' })
  readonly pin?: boolean;
}

/** What a look at a device found. */
export class CheckDeviceAnswer {
  @Flag({ note: 'A session could be opened with the credentials' })
  readonly passed!: boolean;

  @Text({ nullable: true, note: 'The host key that it shows; null where nothing was seen' })
  readonly hostKey!: string | null;

  @Flag({ note: 'It is the pinned one, perhaps since now' })
  readonly isPinned!: boolean;

  @Text({ nullable: true, note: 'Why it failed, for programs' })
  readonly code!: string | null;

  @Text({ note: 'What was found, in words' })
  readonly detail!: string;
}

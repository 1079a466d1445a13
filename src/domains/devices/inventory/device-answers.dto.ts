import { ListOf, Nested } from '../../../api/fields/structures.js';
import { Flag, Instant, OneOf, Text, Whole } from '../../../api/fields/values.js';
import { StampedAnswer } from '../../../api/answers/stamped.dto.js';
import { HOST_KEY_MODES, type HostKeyMode } from './device.js';
import { AdapterPlaceShape } from './devices.dto.js';

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
export class DeviceShown extends StampedAnswer {
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

  @Whole({ min: 0, note: 'How many this answer holds' })
  readonly return_count!: number;

  @ListOf(() => DeviceShown)
  readonly list!: readonly DeviceShown[];
}

/** What a look at a device found. */
export class CheckDeviceAnswer {
  @Flag({ note: 'A session could be opened with the credentials' })
  readonly passed!: boolean;

  @Text({ nullable: true, note: 'The host key that it shows; null where nothing was seen' })
  readonly hostKey!: string | null;

  @Text({ nullable: true, note: 'That of its jump host; null where nothing was seen' })
  readonly jumpHostKey!: string | null;

  @Flag({ note: 'What was seen is what is pinned, perhaps since now' })
  readonly isPinned!: boolean;

  @Text({ nullable: true, note: 'Why it failed, for programs' })
  readonly code!: string | null;

  @Text({ note: 'What was found, in words' })
  readonly detail!: string;
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

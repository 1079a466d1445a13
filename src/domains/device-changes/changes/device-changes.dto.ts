import { Free, ListOf, Nested } from '../../../api/fields/structures.js';
import { Flag, Instant, OneOf, Text, Whole } from '../../../api/fields/values.js';
import {
  CHANGE_COMPARERS,
  CHANGE_OUTCOMES,
  type ChangeComparer,
  type ChangeOutcome,
} from './stored-device-change.js';

/** The backup whose configuration the device shall have again. */
export class RestoredBackup {
  @Text({ min: 1, max: 64, note: 'A backup of this device' })
  readonly backupId!: string;
}

/** A change of a device: one of `config` and `restore`. */
export class ChangeDeviceRequest {
  @Free({
    optional: true,
    note: 'Lines of configuration, as one text or as a list: at most 10,000 lines and 262,144 characters. Indentation tells their sections; where no line is indented, known headers do',
  })
  readonly config?: unknown;

  @Nested(() => RestoredBackup, { optional: true })
  readonly restore?: RestoredBackup;

  @Flag({ note: 'true shows what would change; false pushes what was shown' })
  readonly dryRun!: boolean;

  @Text({ min: 1, max: 256, optional: true, note: 'The one of the dry-run; needed to push' })
  readonly planHash?: string;

  @Text({ max: 1024, optional: true, note: 'Why; kept with the change' })
  readonly comment?: string;
}

/** A line of which it is not known what the device makes of it. */
export class UnpredictedLineShown {
  @Whole({ min: 0, note: 'Which of the lines, from 0' })
  readonly line!: number;

  @Text({ example: 'default interface GigabitEthernet0/1' })
  readonly text!: string;

  @Text({ example: 'nothing says what the default is' })
  readonly reason!: string;
}

/** A change that was pushed, as lists show it. */
export class ListedDeviceChangeShown {
  @Text()
  readonly _id!: string;

  @Text({ note: 'Name of the device when it was changed' })
  readonly device!: string;

  @Text()
  readonly deviceId!: string;

  @OneOf(CHANGE_OUTCOMES, {
    note: 'refused: the device did not take it; interrupted: nobody knows what became of it',
  })
  readonly outcome!: ChangeOutcome;

  @Text()
  readonly comment!: string;

  @OneOf(CHANGE_COMPARERS, { note: 'Who said before what would change' })
  readonly by!: ChangeComparer;

  @ListOf('text')
  readonly warnings!: readonly string[];

  @Whole({ nullable: true, note: 'Which of `lines` the device refused, from 0' })
  readonly refusedLine!: number | null;

  @Flag({ note: 'Lines before the refused one are active on the device, and not saved' })
  readonly partlyActive!: boolean;

  @Text({
    nullable: true,
    note: 'What the device said to it, or why nobody knows what became of it',
  })
  readonly detail!: string | null;

  @Text({ nullable: true, note: 'The backup that was restored' })
  readonly restoredBackupId!: string | null;

  @Text({ note: 'The backup of the configuration before it' })
  readonly beforeBackupId!: string;

  @Text({ nullable: true, note: 'The one after it; null where it could not be read again' })
  readonly afterBackupId!: string | null;

  @Instant()
  readonly started!: string;

  @Instant({ nullable: true })
  readonly finished!: string | null;

  @Text({ note: 'Name of the account' })
  readonly createdBy!: string;
}

/** A change that was pushed. No secret stands in it. */
export class DeviceChangeShown extends ListedDeviceChangeShown {
  @ListOf('text', { note: 'What was sent, in its sections' })
  readonly lines!: readonly string[];

  @Text({ note: 'What was expected to change' })
  readonly diff!: string;

  @Text({ nullable: true, note: 'What did change; null where it could not be read again' })
  readonly result!: string | null;

  @ListOf('text', { nullable: true, note: 'Lines that take it back; null where none are known' })
  readonly reverse!: readonly string[] | null;
}

/** What would change, or was changed. */
export class ChangeDeviceAnswer {
  @Text()
  readonly device!: string;

  @Flag()
  readonly dryRun!: boolean;

  @Text({ note: 'Unified; of devices that compare by themselves in their own words' })
  readonly diff!: string;

  @Text({
    note: 'Pushing takes it: it stands for this device, its configuration now and these lines',
  })
  readonly planHash!: string;

  @OneOf(CHANGE_COMPARERS, { note: 'Who says what would change' })
  readonly by!: ChangeComparer;

  @Flag({ note: 'Whether all of it is predicted, or said by the device' })
  readonly predicted!: boolean;

  @ListOf(() => UnpredictedLineShown)
  readonly unpredicted!: readonly UnpredictedLineShown[];

  @ListOf('text', { note: 'What is sent, in its sections; secrets are masked' })
  readonly lines!: readonly string[];

  @ListOf('text')
  readonly warnings!: readonly string[];

  @Nested(() => DeviceChangeShown, { nullable: true, note: 'null for a dry-run' })
  readonly change!: DeviceChangeShown | null;
}

/** A part of the changes of a device, the newest first. */
export class ListDeviceChangesAnswer {
  @ListOf(() => ListedDeviceChangeShown)
  readonly results!: readonly ListedDeviceChangeShown[];

  @Whole({ min: 0 })
  readonly total!: number;
}

/** Commands to run on a device. */
export class RunDeviceCommandsRequest {
  @ListOf('text', { maxItems: 50, itemMax: 1024, note: 'Each one line that only reads: `show …`' })
  readonly commands!: string[];
}

/** What a device answered to a command. */
export class DeviceCommandShown {
  @Text({ example: 'show version' })
  readonly command!: string;

  @Text({ note: 'Secrets are masked' })
  readonly output!: string;

  @Flag({ note: 'The device does not know or take the command' })
  readonly refused!: boolean;

  @Text({ nullable: true, note: 'Why there is no output' })
  readonly error!: string | null;
}

/** What a device answered to commands, in their order. */
export class RunDeviceCommandsAnswer {
  @Text()
  readonly device!: string;

  @ListOf(() => DeviceCommandShown)
  readonly results!: readonly DeviceCommandShown[];
}

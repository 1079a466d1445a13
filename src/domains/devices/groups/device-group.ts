import { type GuardedRecord } from '../../../kernel/gbac.js';

/** What somebody says of a group of devices. */
export interface DeviceGroupSettings {
  readonly name: string;
  readonly description: string;
  /** Names of devices; those of devices that are gone may stay. */
  readonly devices: readonly string[];
}

/** A group of devices, as it is stored. */
export interface DeviceGroup extends DeviceGroupSettings, GuardedRecord {
  readonly _id: string;
  readonly nameFolded: string;
  readonly revision: number;
  readonly created: Date;
  readonly createdBy: string;
  readonly updated: Date;
  readonly updatedBy: string;
}

/** Somebody who works on a device, or waits until it is free; as it is stored. */
export interface DeviceWork {
  readonly _id: string;
  readonly deviceId: string;
  readonly state: 'waiting' | 'working';
  /** What is done, in words: `Push of a change`. */
  readonly what: string;
  /** Name of the account; null for the platform itself. */
  readonly by: string | null;
  readonly since: Date;
  /** Renewed for as long as the node lives; what is older belongs to one that died. */
  readonly until: Date;
}

/** Who works on a device, and who waits. */
export interface DeviceWorks {
  readonly lock: DeviceWork | null;
  readonly waiting: readonly DeviceWork[];
}

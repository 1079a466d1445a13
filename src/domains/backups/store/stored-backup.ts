import { type GuardedRecord } from '../../../kernel/gbac.js';

/** What the audit trail and events call a kept configuration. */
export const BACKUP_TYPE = 'backup' as const;

/**
 * One version of the configuration of a device, without its text: that lies in a segment of its chain.
 * All versions of a device are one chain; configurations taken elsewhere under a name that no device has
 * are one as well.
 */
export interface StoredBackup extends GuardedRecord {
  readonly _id: string;
  /** `device:<id>` or `name:<folded name>`. */
  readonly chain: string;
  /** Its place in the chain, by the order in which versions were stored; never used twice. */
  readonly place: number;
  readonly deviceId: string | null;
  readonly name: string;
  readonly nameFolded: string;
  readonly provider: string;
  /** As it was given: `cisco-ios`, or anything else. */
  readonly type: string;
  /** When the configuration was taken; the earliest time at which it was seen. */
  readonly date: Date;
  readonly description: string;
  readonly notes: string;
  /** When it was last found unchanged, and by whom: id of an account, null for the platform itself. */
  readonly lastSeen: Date;
  readonly lastSeenBy: string | null;
  readonly createdBy: string | null;
  /** SHA-256 of the masked text without volatile lines: equal ones are the same version. */
  readonly fingerprint: string;
  /** UTF-8 bytes of both texts as they came. */
  readonly sizeBytes: number;
  readonly hasXml: boolean;
  readonly revision: number;
  /** Being stored or deleted: nobody sees it. Set together with `incomplete`. */
  readonly hidden?: boolean;
  readonly incomplete?: { readonly since: Date; readonly doing: 'storing' | 'deleting' };
}

/** Names one version and where its text lies. */
export type BackupPlace = Pick<StoredBackup, '_id' | 'chain' | 'place'>;

/** The texts of one version. */
export interface BackupText {
  readonly rawConfig: string;
  /** Empty where there is none. */
  readonly xmlConfig: string;
}

/** The chain of a device, or of a name that no device has. */
export function chainOf(deviceId: string | null, nameFolded: string): string {
  return deviceId === null ? `name:${nameFolded}` : `device:${deviceId}`;
}

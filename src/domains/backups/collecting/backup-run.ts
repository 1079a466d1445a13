import { type DeviceSelection } from '#domains/devices/inventory/device-list.js';

/** Beyond so many devices nobody waits for the answer. */
export const WAITED_FOR_MAX = 20;

/** A request for backups of some devices, as it is stored; what becomes of each is in its items. */
export interface BackupRun {
  readonly _id: string;
  /** Name of the account; null for a schedule. */
  readonly by: string | null;
  /** The schedule that came round; null where somebody asked. */
  readonly scheduleId: string | null;
  /** The time at which it came round. */
  readonly occurrence: Date | null;
  readonly selection: DeviceSelection;
  /** Go with every version that is new. */
  readonly description: string;
  readonly notes: string;
  /** How many devices; null while they are written down. */
  readonly total: number | null;
  readonly created: Date;
  readonly finished: Date | null;
}

/** What becomes of an item: `waiting` again after a failure that may pass. */
export const ITEM_STATES = ['waiting', 'working', 'succeeded', 'failed'] as const;
export type ItemState = (typeof ITEM_STATES)[number];

/** What a finished item found. */
export type ItemFinding =
  | { readonly kind: 'taken'; readonly outcome: 'new' | 'unchanged'; readonly backupId: string }
  | { readonly kind: 'failed'; readonly code: string; readonly detail: string };

/** One device of a run, as it is stored. */
export interface RunItem {
  /** The run and the device: no device is in a run twice. */
  readonly _id: string;
  readonly runId: string;
  readonly deviceId: string;
  readonly name: string;
  /** Who may see the device. */
  readonly readers: readonly string[];
  readonly state: ItemState;
  /** Lower ones first: somebody waits for them. */
  readonly priority: number;
  /** When it is tried; while it is, when another node may take it. Absent once it is finished. */
  readonly due?: Date;
  /** The attempt under way; who lost it writes nothing. */
  readonly holder: string | null;
  readonly attempts: number;
  readonly outcome: 'new' | 'unchanged' | null;
  readonly backupId: string | null;
  readonly code: string | null;
  readonly detail: string | null;
  readonly started: Date | null;
  readonly finished: Date | null;
}

/** How many items of a run are in which state. */
export type RunCounts = Readonly<Record<ItemState | 'new' | 'unchanged', number>>;

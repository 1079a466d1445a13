import { type DeviceSelection } from '#domains/devices/inventory/device-list.js';
import { type Recurrence } from './recurrence.js';

/** What came of the last time at which a schedule came round. */
export interface LastOccurrence {
  readonly at: Date;
  /** The run that began, or the one before. */
  readonly runId: string;
  /** None began, because the one before went on. */
  readonly skipped: boolean;
}

/** Backups that recur, as they are stored. */
export interface BackupSchedule {
  readonly _id: string;
  readonly name: string;
  readonly nameFolded: string;
  readonly description: string;
  readonly enabled: boolean;
  readonly recurrence: Recurrence;
  readonly selection: DeviceSelection;
  /** Over how long its backups are spread; null is what the platform has. */
  readonly jitterSeconds: number | null;
  /** When it comes round next; null where it is not enabled. */
  readonly dueAt: Date | null;
  readonly last: LastOccurrence | null;
  readonly revision: number;
  readonly created: Date;
  readonly createdBy: string;
  readonly updated: Date;
  readonly updatedBy: string;
}

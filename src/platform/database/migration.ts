import { type mongo } from 'mongoose';

/** What a migration may remember of its way, so that a crash does not send it back to the start. */
export interface MigrationProgress {
  /** What `save` was given last; undefined at the first attempt. */
  readonly saved: unknown;
  save(value: unknown): Promise<void>;
}

/**
 * A change of stored documents between two versions. Runs once for each database; one that was cut
 * off runs again, so every step of it must do no harm when done twice. Migrations stay as they were
 * written: they use the raw handle and import nothing of ours, because ours changes.
 */
export interface Migration {
  /** `0001-what-it-does`; the order of ids is the order of running. */
  readonly id: string;
  run(db: mongo.Db, progress: MigrationProgress): Promise<void>;
}

import { type mongo } from 'mongoose';
import { DatabaseStartError } from './launcher/database-start-error.js';
import { type Migration, type MigrationProgress } from './migration.js';

const COLLECTION = 'platform.migrations';

interface MigrationRecord {
  readonly _id: string;
  readonly startedAt: Date;
  /** Absent while it runs, and after a crash in the middle of it. */
  readonly finishedAt?: Date;
  readonly saved?: unknown;
}

/** Callbacks and the signal that says that somebody else may be migrating. */
export interface MigratorOptions {
  readonly signal: AbortSignal;
  /** @param isNew the database has never been prepared: nothing in it is changed. */
  readonly onMigration: (id: string, isNew: boolean) => void;
}

function assertOrdered(migrations: readonly Migration[]): void {
  const ids = migrations.map(({ id }) => id);
  const sorted = [...new Set(ids)].sort();
  if (ids.join() !== sorted.join()) {
    throw new DatabaseStartError(`Migrations are not in the order of their ids: ${ids.join(', ')}`);
  }
}

/** An older program must not work on documents that a newer one has rewritten. */
function assertAllKnown(
  migrations: readonly Migration[],
  records: readonly MigrationRecord[],
): void {
  const known = new Set(migrations.map(({ id }) => id));
  const unknown = records.map(({ _id }) => _id).filter((id) => !known.has(id));
  if (unknown.length > 0) {
    throw new DatabaseStartError(
      `The database was changed by a newer version of this program (${unknown.join(', ')}); start that version, or restore an older database.`,
    );
  }
}

function progressOf(
  collection: mongo.Collection<MigrationRecord>,
  id: string,
  saved: unknown,
): MigrationProgress {
  return {
    saved,
    async save(value) {
      await collection.updateOne({ _id: id }, { $set: { saved: value } });
    },
  };
}

/**
 * Runs the migrations that this database has not finished yet, in order.
 * @returns how many have run.
 * @throws DatabaseStartError when the list is out of order or the database is ahead of it.
 */
export async function migrate(
  db: mongo.Db,
  migrations: readonly Migration[],
  { signal, onMigration }: MigratorOptions,
): Promise<number> {
  assertOrdered(migrations);
  const collection = db.collection<MigrationRecord>(COLLECTION);
  const records = await collection.find().sort({ _id: 1 }).toArray();
  assertAllKnown(migrations, records);
  const finished = new Set(records.filter(({ finishedAt }) => finishedAt).map(({ _id }) => _id));
  const pending = migrations.filter(({ id }) => !finished.has(id));
  for (const migration of pending) {
    const { id } = migration;
    signal.throwIfAborted();
    onMigration(id, records.length === 0);
    await collection.updateOne(
      { _id: id },
      { $setOnInsert: { startedAt: new Date() } },
      { upsert: true },
    );
    await migration.run(
      db,
      progressOf(collection, id, records.find(({ _id }) => _id === id)?.saved),
    );
    await collection.updateOne({ _id: id }, { $set: { finishedAt: new Date() } });
  }
  return pending.length;
}

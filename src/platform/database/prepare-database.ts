import { type Connection, type mongo } from 'mongoose';
import { patient } from './connection-options.js';
import { ensureIndexes } from './ensure-indexes.js';
import { DatabaseStartError } from './launcher/database-start-error.js';
import { LeaseLock } from './lease-lock.js';
import { type Migration } from './migration.js';
import { migrate } from './migrator.js';
import { isOutOfDiskSpace } from './mongo-failures.js';
import { type Seed } from './seed.js';
import { runSeeds } from './seeder.js';
import { untilAvailable } from './until-available.js';

const NO_SPACE =
  'The disk of the database has too little free space: building indexes takes 500 MB. ' +
  'Free some, or set DATA_DIR to another disk.';

/** What the preparation is at; shown to the operator, because some steps take long. */
export type PreparationStep =
  | { readonly kind: 'waiting' }
  | { readonly kind: 'indexes' }
  | { readonly kind: 'migration'; readonly id: string; readonly isNew: boolean }
  | { readonly kind: 'seed'; readonly name: string };

export interface Preparation {
  /** With the models of all modules registered: their indexes are the ones that are made. */
  readonly connection: Connection;
  readonly migrations: readonly Migration[];
  readonly seeds: readonly Seed[];
  readonly onStep?: (step: PreparationStep) => void;
  /** How long the lock outlives a node that died while preparing; 30 s unless said. */
  readonly leaseMs?: number;
}

type Report = (step: PreparationStep) => void;

async function prepare(
  { connection, migrations, seeds }: Preparation,
  db: mongo.Db,
  report: Report,
  signal: AbortSignal,
): Promise<void> {
  report({ kind: 'indexes' });
  let conflicts = await ensureIndexes(connection, db, signal);
  const migrated = await migrate(db, migrations, {
    signal,
    onMigration: (id, isNew) => {
      report({ kind: 'migration', id, isNew });
    },
  });
  // A migration is what removes the cause of a conflict: an old index, documents of equal value.
  if (migrated > 0) conflicts = await ensureIndexes(connection, db, signal);
  if (conflicts.length > 0) {
    throw new DatabaseStartError(conflicts.map(({ sentence }) => sentence).join('\n'));
  }
  await runSeeds(seeds, signal, (name) => {
    report({ kind: 'seed', name });
  });
}

/**
 * Makes a database fit for this version: declared indexes, migrations, seeds, under one lock, so
 * that nodes which start together do it once. Every step does no harm when done again, as is all of it
 * when the database is away meanwhile (ADR 0013).
 * @throws DatabaseStartError in words for the operator.
 */
export async function prepareDatabase(preparation: Preparation): Promise<void> {
  const { connection, leaseMs, onStep = () => undefined } = preparation;
  const { db } = connection;
  if (!db) throw new DatabaseStartError('The database is not connected yet');
  const lock = new LeaseLock(db, 'prepare', {
    ...(leaseMs !== undefined && { leaseMs }),
    onWait: () => {
      onStep({ kind: 'waiting' });
    },
  });
  try {
    const unhurried = patient(connection, db);
    await untilAvailable(() =>
      lock.hold((signal) => prepare(preparation, unhurried, onStep, signal)),
    );
  } catch (error) {
    throw isOutOfDiskSpace(error) ? new DatabaseStartError(NO_SPACE, { cause: error }) : error;
  }
}

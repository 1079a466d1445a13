import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Config } from '../../config/config.js';
import { lockHolder } from './engine-exit.js';
import { launcherFor } from './launcher-for.js';
import { isAlive } from './process-life.js';

/** The URI that a running platform has published for this directory; undefined when none runs. */
function publishedUri(directory: string): string | undefined {
  if (!isAlive(lockHolder(join(directory, 'mongodb')) ?? 0)) return undefined;
  try {
    return readFileSync(join(directory, 'mongodb.uri'), 'utf8');
  } catch {
    return undefined; // it is just starting or stopping: the launcher waits for it
  }
}

/** A database as it is lent to a command. */
export interface BorrowedDatabase {
  readonly uri: string;
  /** False only when it was started for this work alone: then no node of the platform is using it. */
  readonly mayBeInUse: boolean;
}

/**
 * Lends the configured database to a command: the server of MONGODB_URI, the engine of a platform
 * that runs on the data directory, or an engine of its own for the time of the work.
 * @throws DatabaseStartError in words for the operator.
 */
export async function withBorrowedDatabase<T>(
  data: Config['data'],
  work: (database: BorrowedDatabase) => Promise<T>,
): Promise<T> {
  const published = data.mongodbUri ? undefined : publishedUri(data.directory);
  if (published !== undefined) {
    return work({ uri: published, mayBeInUse: true });
  }
  const launcher = launcherFor(data);
  const { uri } = await launcher.start();
  try {
    return await work({ uri, mayBeInUse: data.mongodbUri !== undefined });
  } finally {
    await launcher.stop();
  }
}

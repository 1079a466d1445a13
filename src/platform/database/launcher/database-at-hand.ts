import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Config } from '../../config/config.js';
import { lockHolder } from './downfall.js';
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

/**
 * Lends the configured database to a command: the server of MONGODB_URI, the engine of a platform
 * that runs on the data directory, or an engine of its own for the time of the work.
 * @throws DatabaseStartError in words for the operator.
 */
export async function withDatabaseAtHand<T>(
  data: Config['data'],
  work: (uri: string) => Promise<T>,
): Promise<T> {
  const published = data.mongodbUri ? undefined : publishedUri(data.directory);
  if (published !== undefined) return work(published);
  const launcher = launcherFor(data);
  const { uri } = await launcher.start();
  try {
    return await work(uri);
  } finally {
    await launcher.stop();
  }
}

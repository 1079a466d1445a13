import { once } from 'node:events';
import { type Config } from '../../config/config.js';
import { type DatabaseState } from './database-launcher.js';
import { DatabaseStartError } from './database-start-error.js';
import { EmbeddedLauncher } from './embedded.launcher.js';

function describeState(state: DatabaseState): string {
  return state.kind === 'down' ? `down: ${state.reason}` : state.kind;
}

/**
 * Runs the embedded engine as a process of its own, for several nodes, a backup or a shell on one
 * directory. Returns when it was told to stop (SIGTERM, SIGINT) and everything is on disk.
 * `say` gets one line for each change.
 * @throws DatabaseStartError in words for the operator.
 */
export async function runDatabaseProcess(
  { data }: Pick<Config, 'data'>,
  say: (line: string) => void,
): Promise<void> {
  if (data.mongodbUri) {
    throw new DatabaseStartError('MONGODB_URI is set: the database is a server of others.');
  }
  const launcher = new EmbeddedLauncher({ directory: data.directory, cacheMb: data.engineCacheMb });
  launcher.onStateChange((state) => {
    say(`database ${describeState(state)}`);
  });
  const told = Promise.race([once(process, 'SIGTERM'), once(process, 'SIGINT')]);
  const { uri } = await launcher.start();
  say(`MONGODB_URI=${uri}`);
  await told;
  await launcher.stop();
}

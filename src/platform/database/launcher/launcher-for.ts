import { type Config } from '../../config/config.js';
import { type DatabaseAddress, type DatabaseLauncher } from './database-launcher.js';
import { EmbeddedLauncher } from './embedded.launcher.js';
import { ExternalLauncher } from './external.launcher.js';

/** The launcher that the configuration asks for: a URI means a server of others. */
export function launcherFor({
  mongodbUri,
  directory,
  engineCacheMb,
}: Config['data']): DatabaseLauncher {
  if (mongodbUri) return new ExternalLauncher(mongodbUri.reveal());
  return new EmbeddedLauncher({ directory, cacheMb: engineCacheMb });
}

/** A database that is coming up. */
export interface LaunchedDatabase {
  readonly launcher: DatabaseLauncher;
  /** Rejects with what `DatabaseLauncher.start` throws. */
  readonly address: Promise<DatabaseAddress>;
}

/** Has the database that the configuration asks for come up; whoever needs it waits for its address. */
export function launchDatabase(data: Config['data']): LaunchedDatabase {
  const launcher = launcherFor(data);
  const address = launcher.start();
  // Told to whoever waits for it, which may be later.
  address.catch(() => undefined);
  return { launcher, address };
}

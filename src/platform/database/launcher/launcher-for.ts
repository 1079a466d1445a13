import { type Config } from '../../config/config.js';
import { type DatabaseLauncher } from './database-launcher.js';
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

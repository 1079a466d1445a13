import { loadConfig } from './platform/config/config.js';
import { processEnvironment } from './platform/config/env.js';
import { launchDatabase } from './platform/database/launcher/launcher-for.js';
import { reportAndExit } from './report-and-exit.js';

try {
  const config = loadConfig(processEnvironment());
  // The database comes up while the application is read, which takes as long.
  const database = launchDatabase(config.data);
  const { servePlatform } = await import('./serve-platform.js');
  await servePlatform(config, database);
} catch (error) {
  reportAndExit(error);
}

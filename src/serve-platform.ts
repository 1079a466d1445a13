import { ConsoleService } from './api/console/console.service.js';
import { ListeningPortService } from './domains/profiles/listening-port.service.js';
import { FirstAdmin } from './domains/user-management/accounts/first-admin.js';
import { listeningFailure } from './listening-failure.js';
import { type Config } from './platform/config/config.js';
import { type LaunchedDatabase } from './platform/database/launcher/launcher-for.js';
import { PlatformLifeService } from './platform/events/platform-life.service.js';
import { returnMemory } from './platform/system/return-memory.js';
import { startBanner } from './start-banner.js';
import { startPlatform, type RunningPlatform } from './start-platform.js';
import { stopPlatform } from './stop-platform.js';

/** After so long nobody waits for the start any more, and what only it needed is given back. */
const QUIET_MS = 2000;

const say = (text: string): void => {
  process.stdout.write(`${text}\n`);
};

/** Localhost is what a browser on this machine opens; a wildcard address is no address to open. */
function publicUrl(url: string): string {
  return url.replace('//[::1]', '//localhost').replace('//0.0.0.0', '//localhost');
}

async function listen(config: Config, { app }: RunningPlatform): Promise<void> {
  const port = await app.get(ListeningPortService, { strict: false }).find();
  try {
    await app.listen(port, config.server.host);
  } catch (error) {
    throw listeningFailure(error, { ...config.server, port });
  }
  const url = publicUrl(await app.getUrl());
  await app.get(PlatformLifeService, { strict: false }).started();
  const hasConsole = app.get(ConsoleService, { strict: false }).isThere();
  // In one piece: who waits for the address finds the password beside it.
  await app.get(FirstAdmin, { strict: false }).showGeneratedPassword((password) => {
    say(startBanner(config, { url, hasConsole, password }));
  });
}

/** Runs the platform until a signal stops it: brings it up, listens, and tells where. */
export async function servePlatform(config: Config, database: LaunchedDatabase): Promise<void> {
  const platform = await startPlatform(config, say, database);
  let stopping: Promise<void> | undefined;
  for (const signal of ['SIGTERM', 'SIGINT'] as const) {
    process.on(signal, () => {
      // Whatever still waits for a database that is gone must not keep the process.
      stopping ??= stopPlatform(platform, config).then(() => process.exit());
    });
  }
  try {
    await listen(config, platform);
    setTimeout(() => void returnMemory(), QUIET_MS).unref();
  } catch (error) {
    // What a stop interrupted has not failed.
    if (!stopping) throw error;
    await stopping;
  }
}

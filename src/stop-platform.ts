import { drainThenClose } from './api/http/drain-then-close.js';
import { type Config } from './platform/config/config.js';
import { AppLogger } from './platform/logging/app-logger.js';
import { ProbeRegistry } from './platform/probes/probe-registry.js';
import { BackgroundTasks } from './platform/scheduling/background-tasks.js';
import { type RunningPlatform } from './start-platform.js';

/** Ends the platform in order: requests in flight, background work, application, database, engine. */
export async function stopPlatform(
  { app, launcher }: RunningPlatform,
  config: Config,
): Promise<void> {
  const probes = app.get(ProbeRegistry, { strict: false });
  const tasks = app.get(BackgroundTasks, { strict: false });
  await drainThenClose({
    server: app.getHttpServer(),
    announce: () => {
      probes.stop();
    },
    stopTasks: (timeoutMs) => tasks.stop(timeoutMs),
    closeApp: () => app.close(),
    timeoutMs: config.server.shutdownTimeoutMs,
  });
  await launcher.stop();
  app.get(AppLogger).flush();
}

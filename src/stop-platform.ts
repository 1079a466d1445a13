import { drainThenClose } from './api/http/drain-then-close.js';
import { EventStreamsService } from './domains/events/stream/event-streams.service.js';
import { OperationFollowsService } from './domains/tracking/operation-follows.service.js';
import { JobFollowsService } from './domains/workflow-engine/following/job-follows.service.js';
import { type Config } from './platform/config/config.js';
import { AppLogger } from './platform/logging/app-logger.js';
import { ProbeRegistry } from './platform/probes/probe-registry.js';
import { BackgroundTasks } from './platform/scheduling/background-tasks.js';
import { type RunningPlatform } from './start-platform.js';

/** What closing may take once everything has drained; a database that is gone could hold it for ever. */
const CLOSING_MS = 5000;

/** Ends the platform in order: requests in flight, background work, application, database, engine. */
export async function stopPlatform(
  { app, launcher }: RunningPlatform,
  config: Config,
): Promise<void> {
  const { shutdownTimeoutMs: timeoutMs } = config.server;
  const overdue = setTimeout(() => {
    app.get(AppLogger).flush();
    process.exit(1);
  }, timeoutMs + CLOSING_MS);
  overdue.unref();
  const probes = app.get(ProbeRegistry, { strict: false });
  const tasks = app.get(BackgroundTasks, { strict: false });
  await drainThenClose({
    server: app.getHttpServer(),
    announce: () => {
      probes.stop();
      // They would keep the server from draining.
      app.get(EventStreamsService, { strict: false }).close();
      app.get(JobFollowsService, { strict: false }).close();
      app.get(OperationFollowsService, { strict: false }).close();
    },
    stopTasks: (timeoutMs) => tasks.stop(timeoutMs),
    closeApp: () => app.close(),
    timeoutMs,
  });
  await launcher.stop();
  app.get(AppLogger).flush();
  clearTimeout(overdue);
}

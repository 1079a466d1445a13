import { type Server } from 'node:http';
import { closeUnusedConnections } from './connections.js';

/** How often connections that have become idle are closed while draining. */
const LOOK_MS = 20;

/** What is stopped, in this order, and how long requests in flight may take. */
export interface DrainSteps {
  readonly server: Server;
  /** Tells the balancer: from now on the server is not ready. */
  readonly announce: () => void;
  /** Ends background work. */
  readonly stopTasks: (timeoutMs: number) => Promise<unknown>;
  /** Closes the application and with it the database. */
  readonly closeApp: () => Promise<void>;
  readonly timeoutMs: number;
}

/**
 * Stops without losing a request: no new connections, requests in flight are finished, then
 * background work, then the database. Whatever takes longer than `timeoutMs` is cut off.
 * @returns whether everything ended by itself.
 */
export async function drainThenClose(steps: DrainSteps): Promise<boolean> {
  const { server, announce, stopTasks, closeApp, timeoutMs } = steps;
  const deadline = performance.now() + timeoutMs;
  announce();
  const isDrained = await closeServer(server, timeoutMs);
  await stopTasks(Math.max(0, deadline - performance.now()));
  await closeApp();
  return isDrained;
}

/** `close()` alone would wait for connections that are kept alive without any request. */
async function closeServer(server: Server, timeoutMs: number): Promise<boolean> {
  if (!server.listening) return true;
  let isDrained = true;
  const looking = setInterval(() => {
    closeUnusedConnections(server);
  }, LOOK_MS);
  const timeout = setTimeout(() => {
    isDrained = false;
    server.closeAllConnections();
  }, timeoutMs);
  await new Promise<void>((resolve) => {
    server.close(() => {
      resolve();
    });
  });
  clearInterval(looking);
  clearTimeout(timeout);
  return isDrained;
}

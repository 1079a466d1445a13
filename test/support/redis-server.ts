import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { type AddressInfo, connect, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';

const REDIS_FILE = ['/usr/bin/redis-server', '/usr/local/bin/redis-server'].find((path) =>
  existsSync(path),
);

/** Why tests that need a real Redis are skipped; undefined where they run. */
export const REDIS_MISSING = REDIS_FILE === undefined ? 'no redis-server is installed' : undefined;

/** A Redis of this test's own on loopback, which keeps nothing. */
export class RedisServer {
  private constructor(
    private readonly process: ChildProcess,
    readonly port: number,
    private readonly directory: string,
  ) {}

  /** @param port another one than a free one: to come back where it was. */
  static async start(port?: number): Promise<RedisServer> {
    const at = port ?? (await freePort());
    const directory = mkdtempSync(join(tmpdir(), `netadmin-test-${String(process.pid)}-redis-`));
    const settings = { port: String(at), bind: '127.0.0.1', save: '', appendonly: 'no' };
    const args = Object.entries({ ...settings, dir: directory }).flatMap(([name, value]) => [
      `--${name}`,
      value,
    ]);
    const child = spawn(REDIS_FILE ?? 'redis-server', args, { stdio: 'ignore' });
    const server = new RedisServer(child, at, directory);
    await server.listening();
    return server;
  }

  get url(): string {
    return `redis://127.0.0.1:${String(this.port)}`;
  }

  /** Ends it at once, as a crash would. */
  async kill(): Promise<void> {
    if (this.process.exitCode === null && this.process.signalCode === null) {
      const gone = once(this.process, 'exit');
      this.process.kill('SIGKILL');
      await gone;
    }
    rmSync(this.directory, { recursive: true, force: true });
  }

  private async listening(): Promise<void> {
    for (let tries = 0; tries < 500; tries += 1) {
      const socket = connect(this.port, '127.0.0.1');
      const isThere = await Promise.race([
        once(socket, 'connect').then(() => true),
        once(socket, 'error').then(() => false),
      ]).catch(() => false);
      socket.destroy();
      if (isThere) return;
      await delay(20);
    }
    throw new Error('redis-server does not listen');
  }
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, 'close');
  return port;
}

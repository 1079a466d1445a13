import { createServer } from 'node:net';
import { type Loopback, onLoopback } from './loopback.js';

/** A server that nobody should ever call; it counts those who do. */
export class SilentServer {
  /** Connections that were made to it. */
  callers = 0;

  private constructor(private readonly loopback: Loopback) {}

  static async start(): Promise<SilentServer> {
    const server = createServer(() => (silent.callers += 1));
    const silent = new SilentServer(await onLoopback(server));
    return silent;
  }

  get host(): string {
    return this.loopback.host;
  }

  close(): Promise<void> {
    return this.loopback.end();
  }
}

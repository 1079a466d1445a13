import { once } from 'node:events';
import { type AddressInfo, createServer, type Socket } from 'node:net';

/** A server that nobody should ever call; it counts those who do. */
export class SilentServer {
  /** Connections that were made to it. */
  callers = 0;

  private constructor(
    readonly host: string,
    private readonly end: () => Promise<void>,
  ) {}

  static async start(): Promise<SilentServer> {
    const sockets = new Set<Socket>();
    const server = createServer((socket) => {
      sockets.add(socket);
      silent.callers += 1;
    });
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    const { port } = server.address() as AddressInfo;
    const silent = new SilentServer(`127.0.0.1:${port}`, async () => {
      for (const socket of sockets) socket.destroy();
      server.close();
      await once(server, 'close');
    });
    return silent;
  }

  close(): Promise<void> {
    return this.end();
  }
}

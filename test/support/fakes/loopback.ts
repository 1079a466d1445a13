import { once } from 'node:events';
import { type AddressInfo, type Server, type Socket } from 'node:net';

/** A server that listens on a free port of this machine alone. */
export interface Loopback {
  /** Address and port. */
  readonly host: string;
  /** Breaks the connections that are left, and ends. */
  readonly end: () => Promise<void>;
}

/** @param port a free one when it is 0. */
export async function onLoopback(server: Server, port = 0): Promise<Loopback> {
  const sockets = new Set<Socket>();
  server.on('connection', (socket: Socket) => {
    sockets.add(socket);
    socket.on('close', () => sockets.delete(socket));
  });
  server.listen(port, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address() as AddressInfo;
  return {
    host: `127.0.0.1:${address.port}`,
    end: async () => {
      for (const socket of sockets) socket.destroy();
      server.close();
      await once(server, 'close');
    },
  };
}

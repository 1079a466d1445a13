import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { afterEach, describe, expect, it } from 'vitest';
import { trackConnections } from './connections.js';

describe('trackConnections', () => {
  let server: Server;
  const sockets: Socket[] = [];

  const listen = async (connectionsMax: number, connectionsPerAddress: number): Promise<void> => {
    server = createServer();
    trackConnections(server, { connectionsMax, connectionsPerAddress });
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
  };
  const open = (from: string): Socket => {
    const { port } = server.address() as AddressInfo;
    const socket = connect({ port, host: '127.0.0.1', localAddress: from });
    socket.on('error', () => undefined);
    sockets.push(socket);
    return socket;
  };
  /** Connections that were accepted, one after the other. */
  const accepted = async (from: string): Promise<Socket> => {
    const [, socket] = await Promise.all([once(server, 'connection'), Promise.resolve(open(from))]);
    return socket;
  };
  afterEach(async () => {
    for (const socket of sockets.splice(0)) socket.destroy();
    await new Promise((resolve) => server.close(resolve));
  });

  it('closes what one address opens beyond its bound, until it closes some', async () => {
    await listen(100, 2);
    const first = await accepted('127.0.0.1');
    await accepted('127.0.0.1');
    await once(open('127.0.0.1'), 'close');
    await accepted('127.0.0.2');
    first.destroy();
    await once(first, 'close');
    const connections = new Promise<number>((resolve) => {
      const look = (): void => {
        server.getConnections((_, count) => {
          if (count === 2) resolve(count);
          else setImmediate(look);
        });
      };
      look();
    });
    expect(await connections).toBe(2);
    const again = await accepted('127.0.0.1');
    expect(again.destroyed).toBe(false);
  });

  it('closes what is beyond the bound in all', async () => {
    await listen(2, 100);
    await accepted('127.0.0.1');
    await accepted('127.0.0.2');
    const refused = open('127.0.0.3');
    await once(refused, 'close');
    expect(refused.bytesRead).toBe(0);
  });
});

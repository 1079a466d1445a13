import { once } from 'node:events';
import { createServer, type IncomingMessage, request } from 'node:http';
import { type AddressInfo, connect, type Server } from 'node:net';
import { createServer as createTlsServer } from 'node:tls';
import { type SelfSignedCertificate } from './self-signed-certificate.js';

/** A server in front of a platform. */
export interface Front {
  readonly port: number;
  readonly close: () => void;
}

/** Speaks TLS to clients, and passes on what they say. */
export function tlsFront(target: string, own: SelfSignedCertificate): Promise<Front> {
  const { hostname, port } = new URL(target);
  const tls = createTlsServer({ cert: own.certificate, key: own.key }, (socket) => {
    const upstream = connect(Number(port), hostname);
    for (const side of [socket, upstream]) side.on('error', () => side.destroy());
    socket.pipe(upstream).pipe(socket);
  });
  return listening(tls.on('tlsClientError', () => undefined));
}

/** A proxy that opens ways through itself (`CONNECT`), and tells where to. */
export function connectProxy(seen: string[]): Promise<Front> {
  const proxy = createServer().on('connect', ({ url = '' }: IncomingMessage, socket) => {
    seen.push(url);
    const [hostname = '', port] = url.split(':');
    const upstream = connect(Number(port), hostname, () => {
      socket.write('HTTP/1.1 200 OK\r\n\r\n');
      socket.pipe(upstream).pipe(socket);
    });
    for (const side of [socket, upstream]) side.on('error', () => side.destroy());
  });
  return listening(proxy);
}

/** Passes requests on when `before` has ended. */
export function forwarding(
  target: string,
  before: (url: string) => Promise<void> | void,
): Promise<Front> {
  const front = createServer((incoming, outgoing) => {
    void (async () => {
      const { method, headers, url = '' } = incoming;
      await before(url);
      const onward = request(new URL(url, target), { method, headers }, (answer) => {
        outgoing.writeHead(answer.statusCode ?? 500, answer.headers);
        answer.pipe(outgoing);
      });
      onward.on('error', () => outgoing.destroy());
      incoming.pipe(onward);
    })();
  });
  return listening(front);
}

async function listening(server: Server): Promise<Front> {
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return { port, close: () => void server.close() };
}

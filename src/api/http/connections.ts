import { type Server, type ServerResponse } from 'node:http';
import { type Socket } from 'node:net';

const connections = new WeakMap<Server, Set<Socket>>();

/** Knows the open connections of a server from now on: Node itself has no list of them. */
export function trackConnections(server: Server): void {
  const open = new Set<Socket>();
  connections.set(server, open);
  server.on('connection', (socket: Socket) => {
    open.add(socket);
    socket.once('close', () => open.delete(socket));
  });
}

/**
 * Closes every connection that waits for no answer: kept alive, or never used. Node counts the
 * latter as busy for a minute.
 */
export function closeUnusedConnections(server: Server): void {
  for (const socket of connections.get(server) ?? []) {
    if (!pendingAnswer(socket)) socket.destroySoon();
  }
}

/**
 * The answer that a connection waits for. Node has no public name for it, and decides by the same
 * field whether a connection is idle.
 */
export function pendingAnswer(socket: Socket): ServerResponse | undefined {
  const { _httpMessage } = socket as Socket & { readonly _httpMessage?: ServerResponse | null };
  return _httpMessage ?? undefined;
}

import { type Server, type ServerResponse } from 'node:http';
import { type Socket } from 'node:net';

/** How long a client that is told why its connection is closed may send nothing, and how long it may send. */
const LINGER_IDLE_MS = 2000;
const LINGER_MAX_MS = 10_000;

const connections = new WeakMap<Server, Set<Socket>>();
const closing = new WeakSet<Socket>();

/** How many connections may be open. */
export interface ConnectionBounds {
  readonly connectionsMax: number;
  readonly connectionsPerAddress: number;
}

/**
 * Knows the open connections of a server from now on: Node itself has no list of them. What is beyond a bound is
 * closed at once, before anything of it is read.
 */
export function trackConnections(server: Server, bounds: ConnectionBounds): void {
  const open = new Set<Socket>();
  const ofAddress = new Map<string, number>();
  connections.set(server, open);
  server.maxConnections = bounds.connectionsMax;
  server.on('connection', (socket: Socket) => {
    const { remoteAddress = '' } = socket;
    const count = (ofAddress.get(remoteAddress) ?? 0) + 1;
    if (count > bounds.connectionsPerAddress) {
      socket.destroy();
      return;
    }
    ofAddress.set(remoteAddress, count);
    open.add(socket);
    socket.once('close', () => {
      open.delete(socket);
      const left = (ofAddress.get(remoteAddress) ?? 1) - 1;
      if (left === 0) ofAddress.delete(remoteAddress);
      else ofAddress.set(remoteAddress, left);
    });
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

/** Whether `closeWhileReceiving` is closing the connection. */
export function isClosing(socket: Socket): boolean {
  return closing.has(socket);
}

/**
 * Closes a connection whose client may still send. Destroying it at once would reset it, and the client might lose
 * the answer together with what it sends. What comes is discarded, and no request is read from it.
 */
export function closeWhileReceiving(socket: Socket): void {
  if (closing.has(socket)) return;
  closing.add(socket);
  const discard = (): void => {
    socket.removeAllListeners('data').on('data', () => undefined);
  };
  // Node's parser has to let the socket go on reading before it is taken from it.
  if (socket.isPaused()) socket.once('resume', discard).resume();
  else discard();
  socket.end();
  const destroy = (): void => {
    socket.destroy();
  };
  socket.setTimeout(LINGER_IDLE_MS, destroy);
  const longest = setTimeout(destroy, LINGER_MAX_MS).unref();
  socket.once('close', () => {
    clearTimeout(longest);
  });
}

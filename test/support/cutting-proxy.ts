import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Server, type Socket } from 'node:net';

/**
 * Stands in front of nodes, takes each connection to the next of them, and breaks connections as a node
 * that is killed does: in the midst of an answer, without a word.
 */
export class CuttingProxy {
  /** After how many bytes of its answer, heading aside, a connection is broken, by its number; never when undefined. */
  cutAfter: ((connection: number) => number) | undefined;
  connections = 0;
  cuts = 0;
  readonly #open = new Set<Socket>();
  readonly #server: Server;

  constructor(private readonly targets: readonly string[]) {
    this.#server = createServer((socket) => {
      this.#forward(socket);
    });
  }

  async start(): Promise<string> {
    this.#server.listen(0, '127.0.0.1');
    await once(this.#server, 'listening');
    return `http://127.0.0.1:${String((this.#server.address() as AddressInfo).port)}`;
  }

  /** Breaks every connection there is. */
  cutAll(): void {
    for (const socket of this.#open) {
      this.cuts += 1;
      socket.destroy();
    }
  }

  async stop(): Promise<void> {
    this.cutAll();
    this.#server.close();
    await once(this.#server, 'close');
  }

  #forward(socket: Socket): void {
    const number = (this.connections += 1);
    const target = new URL(this.targets[number % this.targets.length] ?? '');
    const upstream = connect(Number(target.port), target.hostname);
    let rest = this.cutAfter?.(number) ?? Number.POSITIVE_INFINITY;
    this.#open.add(socket);
    const end = (): void => {
      this.#open.delete(socket);
      socket.destroy();
      upstream.destroy();
    };
    for (const side of [socket, upstream]) side.on('error', end).on('close', end);
    socket.pipe(upstream);
    let isHeading = true;
    upstream.on('data', (bytes: Buffer) => {
      const body = isHeading ? bytes.indexOf('\r\n\r\n') + 4 : 0;
      isHeading = false;
      socket.write(bytes.subarray(0, body + rest));
      rest -= bytes.length - body;
      if (rest > 0) return;
      this.cuts += 1;
      end();
    });
  }
}

import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http';
import { type Loopback, onLoopback } from './loopback.js';

/** A request as the system got it. */
export interface SeenRequest {
  readonly method: string;
  readonly url: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
}

/** What the system does with requests to a path; the default is 200 with what it got as JSON. */
export type Behaviour = (seen: SeenRequest, res: ServerResponse) => void;

/** Another system on loopback that integrations call. */
export class FakeSystem {
  readonly seen: SeenRequest[] = [];
  private readonly behaviours = new Map<string, Behaviour>();

  private constructor(private readonly loopback: Loopback) {}

  static async start(): Promise<FakeSystem> {
    const server = createServer((req, res) => {
      const chunks: Buffer[] = [];
      req.on('data', (chunk: Buffer) => chunks.push(chunk));
      req.on('end', () => {
        const { method = '', url = '', headers } = req;
        fake.answer({ method, url, headers, body: Buffer.concat(chunks).toString() }, res);
      });
    });
    const fake = new FakeSystem(await onLoopback(server));
    return fake;
  }

  get host(): string {
    return this.loopback.host;
  }

  /** From now on, what requests to this path get. */
  on(path: string, behaviour: Behaviour): void {
    this.behaviours.set(path, behaviour);
  }

  /** What came to a path, the latest last. */
  to(path: string): readonly SeenRequest[] {
    return this.seen.filter(({ url }) => url.split('?', 1).join() === path);
  }

  /** Back to the default, with nothing seen. */
  forget(): void {
    this.behaviours.clear();
    this.seen.length = 0;
  }

  close(): Promise<void> {
    return this.loopback.end();
  }

  private answer(seen: SeenRequest, res: ServerResponse): void {
    this.seen.push(seen);
    const behaviour = this.behaviours.get(seen.url.split('?', 1).join());
    if (behaviour) behaviour(seen, res);
    else json(res, 200, { method: seen.method, url: seen.url, body: seen.body });
  }
}

/** Answers JSON. */
export function json(res: ServerResponse, status: number, body: unknown): void {
  res.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
}

import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { text } from 'node:stream/consumers';
import { SMTPServer } from 'smtp-server';
import { type Loopback, onLoopback } from '../../test/support/fakes/loopback.js';

/** Something that the platform has sent. */
export interface Received {
  readonly kind: 'message' | 'ticket' | 'event' | 'mail';
  readonly at: string;
  readonly text: string;
}

const KEPT = 200;
const SIZE_MAX = 1024 * 1024;

/** What comes in at which path. */
const KINDS: Readonly<Record<string, Received['kind']>> = {
  '/messages': 'message',
  '/tickets': 'ticket',
  '/events': 'event',
  '/chat': 'message',
};

/** The systems that the platform of the demo tells things: a chat, tickets, a webhook, and mail. */
export class Inbox {
  readonly received: Received[] = [];
  private http: Loopback | undefined;
  private mail: Loopback | undefined;

  /** Takes free ports where they are 0. */
  static async start(ports: { readonly inbox: number; readonly mail: number }): Promise<Inbox> {
    const inbox = new Inbox();
    const server = createServer((req, res) => void inbox.answer(req, res));
    inbox.http = await onLoopback(server, ports.inbox);
    const { server: mail } = new SMTPServer({
      authOptional: true,
      disabledCommands: ['STARTTLS', 'AUTH'],
      disableReverseLookup: true,
      size: SIZE_MAX,
      onData: (stream, _session, done) => {
        void text(stream).then((mail) => {
          inbox.keep('mail', mail);
          done();
        }, done);
      },
    });
    inbox.mail = await onLoopback(mail, ports.mail);
    return inbox;
  }

  get url(): string {
    return `http://${this.http?.host ?? ''}`;
  }

  async close(): Promise<void> {
    await this.http?.end();
    await this.mail?.end();
  }

  private async answer(req: IncomingMessage, res: ServerResponse): Promise<void> {
    const path = new URL(req.url ?? '/', this.url).pathname;
    const kind = KINDS[path];
    if (req.method === 'POST' && kind) {
      this.keep(kind, (await text(req)).slice(0, SIZE_MAX));
      sendJson(res, 201, { id: String(this.received.length), kind });
    } else if (kind)
      sendJson(
        res,
        200,
        this.received.filter((item) => item.kind === kind),
      );
    else if (path === '/') sendPage(res, this.received);
    else sendJson(res, 404, { message: 'There is no such thing' });
  }

  private keep(kind: Received['kind'], content: string): void {
    this.received.push({ kind, at: new Date().toISOString(), text: content });
    if (this.received.length > KEPT) this.received.shift();
  }
}

function sendJson(res: ServerResponse, status: number, body: unknown): void {
  res.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
}

function sendPage(res: ServerResponse, received: readonly Received[]): void {
  const rows = received.toReversed().map(({ kind, at, text: content }) => {
    return `<h2>${kind}, ${at}</h2><pre>${escaped(content)}</pre>`;
  });
  const style = 'body{font:15px/1.4 system-ui;margin:2rem auto;max-width:60rem}pre{overflow:auto}';
  res.writeHead(200, { 'content-type': 'text/html; charset=utf-8' });
  res.end(
    `<!doctype html><html lang="en"><title>Inbox of the demo</title><style>${style}</style>` +
      `<h1>What the platform has sent</h1>${rows.join('') || '<p>Nothing yet.</p>'}</html>`,
  );
}

function escaped(content: string): string {
  return content.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}

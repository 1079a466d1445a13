import { once } from 'node:events';
import {
  createServer,
  type IncomingHttpHeaders,
  type IncomingMessage,
  type ServerResponse,
} from 'node:http';
import { createServer as createTlsServer, type ServerOptions } from 'node:https';
import { type AddressInfo, type Socket } from 'node:net';
import { type JsonObject } from '../../../src/kernel/json.js';
import { type Query } from './orchestrator/commit-options.js';
import { failWith, type FailureMode } from './orchestrator/failure-modes.js';
import { Northbound, type NorthboundAnswer } from './orchestrator/northbound.js';
import { RestconfError } from './orchestrator/restconf-error.js';
import { entries } from './orchestrator/data-tree.js';
import { SchemaTree } from './orchestrator/schema-tree.js';
import { type QueueItem, Transactions } from './orchestrator/transactions.js';
import { xmlText } from './orchestrator/xml-text.js';
import { MODULES, type YangModule } from './orchestrator/yang.js';

/** A request as it came in, nothing read into it. */
export interface RecordedRequest {
  readonly method: string;
  /** The request target as it stood on the socket. */
  readonly target: string;
  readonly headers: IncomingHttpHeaders;
  /** Names and values in turn, as they were written. */
  readonly rawHeaders: readonly string[];
  readonly body: Buffer;
  readonly text: string;
}

export interface OrchestratorOptions {
  /** What it knows; `MODULES` when absent. */
  readonly modules?: readonly YangModule[];
  /** The datastore at first; `ce0` to `ce9` as devices when absent. */
  readonly data?: JsonObject;
  /** Speaks HTTPS; with `requestCert` and `ca` it wants a certificate of the client. */
  readonly tls?: ServerOptions;
  /** What a caller must present: `Basic …` or `Bearer …` as it stands in the header. */
  readonly authorization?: string;
  /** `flat` takes options as query parameters alone, as older releases do; both when absent. */
  readonly northbound?: 'flat';
  /** A path before `/restconf`, as behind a proxy. */
  readonly prefix?: string;
  /** A free one when absent. */
  readonly port?: number;
  /** Told the datastore after each request that changed it. */
  readonly onChange?: (data: JsonObject) => void;
}

interface Failing {
  readonly mode: FailureMode;
  left: number;
  readonly applies: (request: RecordedRequest) => boolean;
}

/** Names of the devices that an orchestrator knows unless its data says otherwise. */
export const DEVICE_NAMES: readonly string[] = Array.from({ length: 10 }, (_, at) => `ce${at}`);

/**
 * A simulator: a real HTTP server on loopback that behaves as the RESTCONF northbound of a network
 * orchestrator does, over a datastore with a schema. It refuses what the real one refuses.
 */
export class Orchestrator {
  readonly requests: RecordedRequest[] = [];
  /** Largest number of connections open at a time, and of all that were made. */
  connections = { open: 0, most: 0, all: 0 };
  private failing: Failing[] = [];
  private readonly transactions: Transactions;
  private readonly northbound: Northbound;
  private readonly schema: SchemaTree;

  private constructor(
    private readonly options: OrchestratorOptions,
    readonly url: string,
    private readonly end: () => Promise<void>,
  ) {
    this.schema = new SchemaTree(options.modules ?? MODULES, (name) => this.hasDevice(name));
    this.transactions = new Transactions(this.schema, options.data ?? startingData());
    this.northbound = new Northbound(this.schema, this.transactions);
  }

  static async start(options: OrchestratorOptions = {}): Promise<Orchestrator> {
    const sockets = new Set<Socket>();
    const handle = (req: IncomingMessage, res: ServerResponse): void => {
      orchestrator.take(req, res);
    };
    const server = options.tls ? createTlsServer(options.tls, handle) : createServer(handle);
    server.on('connection', (socket: Socket) => {
      sockets.add(socket);
      orchestrator.count(1);
      socket.on('close', () => {
        sockets.delete(socket);
        orchestrator.count(-1);
      });
    });
    server.listen(options.port ?? 0, '127.0.0.1');
    await once(server, 'listening');
    const { port } = server.address() as AddressInfo;
    const scheme = options.tls ? 'https' : 'http';
    const url = `${scheme}://127.0.0.1:${port}${options.prefix ?? ''}`;
    const orchestrator = new Orchestrator(options, url, async () => {
      for (const socket of sockets) socket.destroy();
      server.close();
      await once(server, 'close');
    });
    return orchestrator;
  }

  get modules(): readonly YangModule[] {
    return this.schema.modules;
  }

  /** The running datastore; top nodes by `module:name`. Assigning it changes the network. */
  get data(): JsonObject {
    return this.transactions.running;
  }

  set data(data: JsonObject) {
    this.transactions.running = data;
  }

  get commits(): number {
    return this.transactions.commits;
  }

  get queue(): readonly QueueItem[] {
    return this.transactions.queue;
  }

  get outOfSync(): Set<string> {
    return this.transactions.outOfSync;
  }

  get unreachable(): Set<string> {
    return this.transactions.unreachable;
  }

  get locked(): Set<string> {
    return this.transactions.locked;
  }

  runQueue(): void {
    this.transactions.runQueue();
  }

  /**
   * From now on requests fail like this.
   * @param times how many of them; all when absent.
   * @param applies which of them; all when absent.
   */
  fail(
    mode: FailureMode,
    times = Infinity,
    applies: (request: RecordedRequest) => boolean = () => true,
  ): void {
    this.failing.push({ mode, left: times, applies });
  }

  /** Forgets failures and requests; the datastore stays. */
  forget(): void {
    this.failing = [];
    this.requests.length = 0;
  }

  /** Back to the datastore of the start, with devices in order and nothing recorded. */
  reset(): void {
    this.forget();
    this.transactions.running = this.options.data ?? startingData();
    this.transactions.queue.length = 0;
    this.transactions.commits = 0;
    for (const devices of [this.outOfSync, this.unreachable, this.locked]) devices.clear();
  }

  close(): Promise<void> {
    return this.end();
  }

  private count(change: 1 | -1): void {
    const { open, most, all } = this.connections;
    const now = open + change;
    this.connections = { open: now, most: Math.max(most, now), all: all + (change > 0 ? 1 : 0) };
  }

  private hasDevice(name: string): boolean {
    const devices = this.transactions.running['tailf-ncs:devices'] as JsonObject | undefined;
    return entries(devices?.['device']).some((device) => device['name'] === name);
  }

  private take(req: IncomingMessage, res: ServerResponse): void {
    const chunks: Buffer[] = [];
    req.on('error', () => undefined);
    req.on('data', (chunk: Buffer) => chunks.push(chunk));
    req.on('end', () => {
      const { method = '', url: target = '', headers, rawHeaders } = req;
      const body = Buffer.concat(chunks);
      const recorded = { method, target, headers, rawHeaders, body, text: body.toString('utf8') };
      this.requests.push(recorded);
      const failing = this.failing.find(({ left, applies }) => left > 0 && applies(recorded));
      if (failing) {
        failing.left -= 1;
        failWith(failing.mode, req, res);
      } else {
        const before = this.data;
        send(recorded, res, this.answered(recorded));
        if (this.data !== before) this.options.onChange?.(this.data);
      }
    });
  }

  private answered(request: RecordedRequest): NorthboundAnswer & { readonly isRefused: boolean } {
    try {
      return { ...this.answer(request), isRefused: false };
    } catch (error) {
      const known =
        error instanceof RestconfError
          ? error
          : new RestconfError(500, 'operation-failed', String(error));
      return { status: known.status, body: known.body(), isRefused: true };
    }
  }

  private answer({ method, target, headers, text }: RecordedRequest): NorthboundAnswer {
    this.admit(headers);
    const { prefix = '' } = this.options;
    const [path = '', ...rest] = target.split('?');
    const params = headers['x-cisco-nso-commit-params']?.toString();
    const query = parsedQuery(rest.join('?'));
    this.assertSpoken(query, params);
    if (!path.startsWith(prefix)) throw new RestconfError(404, 'invalid-value', 'no such place');
    return this.northbound.answer({
      method,
      path: path.slice(prefix.length),
      query,
      params,
      contentType: headers['content-type'] ?? '',
      body: text,
    });
  }

  private admit(headers: IncomingHttpHeaders): void {
    const { authorization } = this.options;
    if (authorization !== undefined && headers.authorization !== authorization) {
      throw new RestconfError(401, 'access-denied', 'access denied');
    }
  }

  private assertSpoken(query: Query, params: string | undefined): void {
    const hasParams = params !== undefined || query.some(([name]) => name === 'params');
    if (this.options.northbound === 'flat' && hasParams) {
      throw new RestconfError(400, 'invalid-value', 'invalid query parameter: params');
    }
  }
}

/** Starts a simulated orchestrator on a free port. */
export function startOrchestrator(options?: OrchestratorOptions): Promise<Orchestrator> {
  return Orchestrator.start(options);
}

function startingData(): JsonObject {
  const device = DEVICE_NAMES.map((name, at) => ({
    name,
    address: '127.0.0.1',
    port: 10_022 + at,
    authgroup: 'default',
  }));
  return { 'tailf-ncs:devices': { device } };
}

function parsedQuery(text: string): Query {
  if (text === '') return [];
  return text.split('&').map((pair): [string, string | undefined] => {
    const at = pair.indexOf('=');
    if (at < 0) return [decoded(pair), undefined];
    return [decoded(pair.slice(0, at)), decoded(pair.slice(at + 1))];
  });
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    throw new RestconfError(400, 'malformed-message', 'bad percent-encoding in the query');
  }
}

const JSON_TYPE = 'application/yang-data+json';
const XML_TYPE = 'application/yang-data+xml';
const COLLECTION = 'application/vnd.yang.collection+json';
const SPOKEN: ReadonlyMap<string, string> = new Map([
  ['*/*', JSON_TYPE],
  ['application/*', JSON_TYPE],
  ['application/json', JSON_TYPE],
  ...[JSON_TYPE, XML_TYPE, COLLECTION].map((type): [string, string] => [type, type]),
]);

function send(
  request: RecordedRequest,
  res: ServerResponse,
  answer: NorthboundAnswer & { readonly isRefused: boolean },
): void {
  const { isRefused, ...given } = answer;
  const type = typeFor(request.headers.accept ?? '*/*') ?? (isRefused ? JSON_TYPE : undefined);
  if (type === undefined) {
    sendJson(res, 406, new RestconfError(406, 'invalid-value', 'not acceptable').body(), JSON_TYPE);
  } else sendAs(type, res, request.method === 'HEAD' ? { status: given.status } : given);
}

function sendAs(type: string, res: ServerResponse, answer: NorthboundAnswer): void {
  const { status, body, location } = answer;
  setHeaders(res, status, location);
  if (body === undefined) res.writeHead(status).end();
  else if (type === XML_TYPE) sendXml(res, status, body);
  else sendJson(res, status, type === COLLECTION ? { collection: body } : body, type);
}

function setHeaders(res: ServerResponse, status: number, location: string | undefined): void {
  if (status === 401) res.setHeader('www-authenticate', 'Basic realm="restconf"');
  if (location !== undefined) res.setHeader('location', location);
  res.setHeader('cache-control', 'private, no-cache, must-revalidate, proxy-revalidate');
}

function sendXml(res: ServerResponse, status: number, body: JsonObject): void {
  const text = Object.entries(body).map(([name, value]) => xmlText(name, value));
  res.writeHead(status, { 'content-type': XML_TYPE }).end(text.join(''));
}

function sendJson(res: ServerResponse, status: number, body: JsonObject, type: string): void {
  res.writeHead(status, { 'content-type': type }).end(JSON.stringify(body));
}

/** The first media type of the caller's that the orchestrator speaks. */
function typeFor(accept: string): string | undefined {
  const ranges = accept.split(',').map((range) => range.split(';')[0]?.trim().toLowerCase() ?? '');
  const known = ranges.find((range) => SPOKEN.has(range));
  return known === undefined ? undefined : SPOKEN.get(known);
}

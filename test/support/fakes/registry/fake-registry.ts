import { createHash } from 'node:crypto';
import {
  createServer,
  type IncomingHttpHeaders,
  type IncomingMessage,
  type ServerResponse,
} from 'node:http';
import { setTimeout as delay } from 'node:timers/promises';
import { type Loopback, onLoopback } from '../loopback.js';
import { type FakeGitRepository } from './fake-git-repository.js';
import { pageWithin, type RegistryAnswer, type RegistryPage } from './registry-answer.js';
import { failLike, type RegistryFailure } from './registry-failures.js';

/** A call as it came in. */
export interface RegistryCall {
  readonly method: string;
  /** Path and query as they stood on the socket. */
  readonly target: string;
  readonly headers: IncomingHttpHeaders;
  /** What was answered; 0 where the call failed in another way. */
  status: number;
}

/** A call within the API, taken apart. */
export interface RegistryRequest {
  /** Parts of the path behind the prefix, each decoded. */
  readonly parts: readonly string[];
  readonly query: URLSearchParams;
  readonly headers: IncomingHttpHeaders;
}

/** What headers are chosen by. */
export interface RegistryReply {
  readonly call: RegistryCall;
  readonly url: URL;
  readonly page: RegistryPage;
  /** The caller has this very answer already, and hears only that nothing changed. */
  readonly isKnown: boolean;
}

interface Failing {
  readonly mode: RegistryFailure;
  left: number;
  readonly applies: (call: RegistryCall) => boolean;
}

/**
 * A real HTTP server on loopback that hosts repositories which a test fills: what is the same in all
 * such registries. It writes down its calls, fails as it is told, pages lists and knows entity tags.
 */
export abstract class FakeRegistry<T extends FakeGitRepository = FakeGitRepository> {
  readonly calls: RegistryCall[] = [];
  /** Largest number of calls that were answered at the same time. */
  mostAtOnce = 0;
  /** Every answer waits so long first. */
  latencyMs = 0;
  /** Takes the place of `Link` headers: gets the next page's address and writes another one. */
  linkTo: (next: string) => string = (next) => next;
  protected readonly hosted: T[] = [];
  private failing: Failing[] = [];
  private atOnce = 0;
  private minutes = 0;

  protected constructor(private readonly loopback: Loopback) {}

  /** What a configuration writes as its host. */
  abstract get baseUrl(): string;
  /** The path before everything of the API. */
  protected abstract get prefix(): string;

  get origin(): string {
    return `http://${this.loopback.host}`;
  }

  /** Where paths of the API begin. */
  get apiUrl(): string {
    return this.origin + this.prefix;
  }

  /** Paths of the calls so far, below the API, in the order in which they came. */
  get paths(): readonly string[] {
    return this.calls.map(({ target }) => target.slice(this.prefix.length));
  }

  protected static async listening<F extends FakeRegistry>(
    make: (loopback: Loopback) => F,
    port?: number,
  ): Promise<F> {
    const server = createServer((req, res) => void fake.take(req, res));
    const fake = make(await onLoopback(server, port));
    return fake;
  }

  remove(repository: T): void {
    this.hosted.splice(this.hosted.indexOf(repository), 1);
  }

  /**
   * From now on calls fail like this.
   * @param times how many of them; all when absent.
   * @param applies which of them; all when absent.
   */
  fail(
    mode: RegistryFailure,
    times = Infinity,
    applies: (call: RegistryCall) => boolean = () => true,
  ): void {
    this.failing.push({ mode, left: times, applies });
  }

  /** Forgets calls, failures, latency and other links; the repositories stay. */
  forget(): void {
    this.calls.length = 0;
    this.failing = [];
    this.linkTo = (next) => next;
    this.latencyMs = 0;
    this.mostAtOnce = 0;
  }

  close(): Promise<void> {
    return this.loopback.end();
  }

  /** Why a caller hears nothing, whatever it asks for. */
  protected abstract refusal(headers: IncomingHttpHeaders): RegistryAnswer | undefined;
  protected abstract notFound(): RegistryAnswer;
  protected abstract answerTo(request: RegistryRequest): RegistryAnswer;
  protected abstract headersOf(reply: RegistryReply): Readonly<Record<string, string | number>>;

  /** A minute passes between one commit and the next. */
  protected readonly pace = (): Date =>
    new Date(Date.UTC(2026, 0, 1) + (this.minutes += 1) * 60_000);

  /** What a caller may see. */
  protected visible(isSignedIn: boolean): readonly T[] {
    return this.hosted.filter(({ isPrivate }) => !isPrivate || isSignedIn);
  }

  private async take(req: IncomingMessage, res: ServerResponse): Promise<void> {
    const { method = '', url: target = '', headers } = req;
    const call: RegistryCall = { method, target, headers, status: 0 };
    this.calls.push(call);
    this.atOnce += 1;
    this.mostAtOnce = Math.max(this.mostAtOnce, this.atOnce);
    res.on('close', () => (this.atOnce -= 1));
    req.resume();
    if (this.latencyMs > 0) await delay(this.latencyMs);
    const failing = this.failing.find(({ left, applies }) => left > 0 && applies(call));
    if (failing) {
      failing.left -= 1;
      failLike(failing.mode, req, res);
    } else this.send(call, res);
    call.status = res.headersSent ? res.statusCode : 0;
  }

  private send(call: RegistryCall, res: ServerResponse): void {
    const url = new URL(call.target, this.origin);
    const page = pageWithin(this.answer(call, url), url.searchParams);
    const etag = `W/"${createHash('sha256').update(page.body).digest('hex')}"`;
    const isKnown = page.status === 200 && call.headers['if-none-match'] === etag;
    const headers = this.headersOf({ call, url, page, isKnown });
    res.writeHead(isKnown ? 304 : page.status, { ...headers, etag });
    res.end(isKnown ? undefined : page.body);
  }

  private answer({ method, headers }: RegistryCall, url: URL): RegistryAnswer {
    const refusal = this.refusal(headers);
    if (refusal) return refusal;
    if (method !== 'GET' || !url.pathname.startsWith(`${this.prefix}/`)) return this.notFound();
    const parts = url.pathname.slice(this.prefix.length + 1).split('/');
    return this.answerTo({
      parts: parts.map((part) => decodeURIComponent(part)),
      query: url.searchParams,
      headers,
    });
  }
}

/** The address of another page of a list. */
export function pageAddress(list: URL, page: number): string {
  const address = new URL(list);
  address.searchParams.set('page', String(page));
  return address.href;
}

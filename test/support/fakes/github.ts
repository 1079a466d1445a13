import { createHash } from 'node:crypto';
import { once } from 'node:events';
import {
  createServer,
  type IncomingHttpHeaders,
  type IncomingMessage,
  type ServerResponse,
} from 'node:http';
import { type AddressInfo, type Socket } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import { answerTo } from './github/github-accounts.js';
import { type GithubAnswer, notFound, pageOf, refused } from './github/github-answers.js';
import { failLike, type GithubFailure } from './github/github-failures.js';
import { GithubRepository, type RepositoryTraits } from './github/github-repository.js';

/** A call as it came in. */
export interface GithubCall {
  readonly method: string;
  /** Path and query as they stood on the socket. */
  readonly target: string;
  readonly headers: IncomingHttpHeaders;
  /** What was answered; 0 where the call failed in another way. */
  status: number;
}

export interface FakeGithubOptions {
  /** A path before everything, as an Enterprise server has; `/api/v3` when absent. */
  readonly prefix?: string;
  /** The token that opens private repositories; any other one is refused. */
  readonly token?: string;
  /** Whose token it is: `/user` answers with this name. */
  readonly tokenOwner?: string;
}

/** The primary rate limit: calls until `resetAt`; 304 to a caller with a token is free. */
export interface FakeRateLimit {
  remaining: number;
  readonly resetAt: Date;
}

interface Failing {
  readonly mode: GithubFailure;
  left: number;
  readonly applies: (call: GithubCall) => boolean;
}

const NO_LIMIT: FakeRateLimit = { remaining: 4999, resetAt: new Date(0) };

/** An answer as it goes out, before its headers. */
interface Page {
  readonly body: Buffer;
  readonly status: number;
  readonly link?: { readonly link: string };
}

/**
 * A real HTTP server on loopback that behaves as the REST API of GitHub does, over repositories that
 * a test fills: paging by `Link`, entity tags, raw media types, rate limits, hidden repositories.
 */
export class FakeGithub {
  readonly calls: GithubCall[] = [];
  /** Largest number of calls that were answered at the same time. */
  mostAtOnce = 0;
  /** Every answer waits so long first. */
  latencyMs = 0;
  rateLimit: FakeRateLimit | undefined;
  /** Takes the place of `Link` headers: gets the next page's address and writes another one. */
  linkTo: (next: string) => string = (next) => next;
  private readonly repositories: GithubRepository[] = [];
  private readonly organisations = new Set<string>();
  private failing: Failing[] = [];
  private atOnce = 0;
  private minutes = 0;

  private constructor(
    private readonly options: FakeGithubOptions,
    readonly origin: string,
    private readonly end: () => Promise<void>,
  ) {}

  static async start(options: FakeGithubOptions = {}): Promise<FakeGithub> {
    const sockets = new Set<Socket>();
    const server = createServer((req, res) => void github.take(req, res));
    server.on('connection', (socket: Socket) => {
      sockets.add(socket);
      socket.on('close', () => sockets.delete(socket));
    });
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    const { port } = server.address() as AddressInfo;
    const github = new FakeGithub(options, `http://127.0.0.1:${port}`, async () => {
      for (const socket of sockets) socket.destroy();
      server.close();
      await once(server, 'close');
    });
    return github;
  }

  /** What a configuration writes as its host. */
  get baseUrl(): string {
    return this.origin + this.prefix;
  }

  /** Paths of the calls so far, each with its status, in the order in which they came. */
  get paths(): readonly string[] {
    return this.calls.map(({ target }) => target.slice(this.prefix.length));
  }

  /** An account that repositories of its own name belong to is a user unless it is named here. */
  organisation(name: string): this {
    this.organisations.add(name);
    return this;
  }

  /** Adds an empty repository: `owner/name`. */
  repository(fullName: string, traits: RepositoryTraits = {}): GithubRepository {
    const [owner = '', name = ''] = fullName.split('/');
    const id = 1000 + this.repositories.length;
    const pace = (): Date => new Date(Date.UTC(2026, 0, 1) + (this.minutes += 1) * 60_000);
    const repository = new GithubRepository({ id, owner, name }, pace, traits);
    this.repositories.push(repository);
    return repository;
  }

  remove(repository: GithubRepository): void {
    this.repositories.splice(this.repositories.indexOf(repository), 1);
  }

  /**
   * From now on calls fail like this.
   * @param times how many of them; all when absent.
   * @param applies which of them; all when absent.
   */
  fail(
    mode: GithubFailure,
    times = Infinity,
    applies: (call: GithubCall) => boolean = () => true,
  ): void {
    this.failing.push({ mode, left: times, applies });
  }

  /** Forgets calls, failures and limits; the repositories stay. */
  forget(): void {
    this.calls.length = 0;
    this.failing = [];
    this.rateLimit = undefined;
    this.linkTo = (next) => next;
    this.latencyMs = 0;
    this.mostAtOnce = 0;
  }

  close(): Promise<void> {
    return this.end();
  }

  private get prefix(): string {
    return this.options.prefix ?? '/api/v3';
  }

  private async take(req: IncomingMessage, res: ServerResponse): Promise<void> {
    const { method = '', url: target = '', headers } = req;
    const call: GithubCall = { method, target, headers, status: 0 };
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
    } else this.send(call, this.answer(call), res);
    call.status = res.headersSent ? res.statusCode : 0;
  }

  private answer({ method, target, headers }: GithubCall): GithubAnswer {
    const url = new URL(target, this.origin);
    const token = tokenOf(headers);
    const refusal = this.refusal(headers, token);
    if (refusal) return refusal;
    if (method !== 'GET' || !url.pathname.startsWith(`${this.prefix}/`)) return notFound();
    const isSignedIn = token !== undefined;
    return answerTo(
      {
        repositories: this.repositories.filter(({ isPrivate }) => !isPrivate || isSignedIn),
        organisations: this.organisations,
        caller: isSignedIn ? (this.options.tokenOwner ?? null) : undefined,
      },
      {
        parts: url.pathname
          .slice(this.prefix.length + 1)
          .split('/')
          .map((part) => decodeURIComponent(part)),
        query: url.searchParams,
        isRaw: /\braw\b/.test(headers.accept ?? ''),
      },
    );
  }

  private refusal(headers: IncomingHttpHeaders, token?: string): GithubAnswer | undefined {
    if (headers['user-agent'] === undefined) return refused(403, 'Request forbidden by rules');
    if (token !== undefined && token !== this.options.token) return refused(401, 'Bad credentials');
    return this.rateLimit?.remaining === 0 ? refused(403, 'API rate limit exceeded') : undefined;
  }

  private send(call: GithubCall, answer: GithubAnswer, res: ServerResponse): void {
    const { body, status, link } = this.page(answer, new URL(call.target, this.origin));
    const etag = `W/"${createHash('sha256').update(body).digest('hex')}"`;
    const isKnown = status === 200 && call.headers['if-none-match'] === etag;
    this.count(isKnown && call.headers.authorization !== undefined);
    const { remaining, resetAt } = this.rateLimit ?? NO_LIMIT;
    const type = answer.kind === 'raw' ? 'application/vnd.github.raw+json' : 'application/json';
    res.writeHead(isKnown ? 304 : status, {
      'content-type': `${type}; charset=utf-8`,
      'x-ratelimit-remaining': remaining,
      'x-ratelimit-reset': Math.ceil(resetAt.getTime() / 1000),
      etag,
      ...(!isKnown && link),
    });
    res.end(isKnown ? undefined : body);
  }

  /** A caller with a token is not charged for hearing that nothing changed. */
  private count(isFree: boolean): void {
    if (this.rateLimit && !isFree && this.rateLimit.remaining > 0) this.rateLimit.remaining -= 1;
  }

  private page(answer: GithubAnswer, url: URL): Page {
    if (answer.kind === 'raw') return { body: answer.bytes, status: 200 };
    const { page, from, to } = pageOf(url.searchParams);
    const isJson = answer.kind === 'json';
    const body = Buffer.from(JSON.stringify(isJson ? answer.body : answer.items.slice(from, to)));
    const status = (isJson ? answer.status : undefined) ?? 200;
    const hasNext = isJson ? answer.hasNext === true : to < answer.items.length;
    return hasNext ? { body, status, link: this.link(url, page + 1) } : { body, status };
  }

  private link(url: URL, page: number): { readonly link: string } {
    const next = new URL(url);
    next.searchParams.set('page', String(page));
    return { link: `<${this.linkTo(next.href)}>; rel="next", <${next.href}>; rel="last"` };
  }
}

function tokenOf({ authorization = '' }: IncomingHttpHeaders): string | undefined {
  return /^(?:Bearer|token) (.*)$/.exec(authorization)?.[1];
}

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
import { pageOf } from './github/github-answers.js';
import { failLike, type GithubFailure } from './github/github-failures.js';
import { answerTo, type GitlabAnswer, missing } from './gitlab/gitlab-answers.js';
import { GitlabProject, type ProjectTraits } from './gitlab/gitlab-project.js';

/** A call as it came in. */
export interface GitlabCall {
  readonly method: string;
  /** Path and query as they stood on the socket. */
  readonly target: string;
  readonly headers: IncomingHttpHeaders;
  /** What was answered; 0 where the call failed in another way. */
  status: number;
}

export interface FakeGitlabOptions {
  /** A path before everything: `/gitlab`; none when absent. */
  readonly basePath?: string;
  /** The token that opens private projects; any other one is refused. */
  readonly token?: string;
}

/** How the pages of lists are named: GitLab does both, things in between may take one away. */
export type Paging = 'both' | 'link' | 'x-next-page';

interface Failing {
  readonly mode: GithubFailure;
  left: number;
  readonly applies: (call: GitlabCall) => boolean;
}

/**
 * A real HTTP server on loopback that behaves as the API of GitLab does, over projects that a test
 * fills: encoded paths, paging, entity tags, hidden projects, words of refusals, rate limits.
 */
export class FakeGitlab {
  readonly calls: GitlabCall[] = [];
  /** Largest number of calls that were answered at the same time. */
  mostAtOnce = 0;
  /** Every answer waits so long first. */
  latencyMs = 0;
  paging: Paging = 'both';
  /** False where something in between takes them from answers without a body. */
  tellsPagesAgain = true;
  /** Takes the place of `Link` headers: gets the next page's address and writes another one. */
  linkTo: (next: string) => string = (next) => next;
  private readonly all: GitlabProject[] = [];
  private readonly users = new Set<string>();
  private failing: Failing[] = [];
  private atOnce = 0;
  private minutes = 0;

  private constructor(
    private readonly options: FakeGitlabOptions,
    readonly origin: string,
    private readonly end: () => Promise<void>,
  ) {}

  static async start(options: FakeGitlabOptions = {}): Promise<FakeGitlab> {
    const sockets = new Set<Socket>();
    const server = createServer((req, res) => void gitlab.take(req, res));
    server.on('connection', (socket: Socket) => {
      sockets.add(socket);
      socket.on('close', () => sockets.delete(socket));
    });
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    const { port } = server.address() as AddressInfo;
    const gitlab = new FakeGitlab(options, `http://127.0.0.1:${port}`, async () => {
      for (const socket of sockets) socket.destroy();
      server.close();
      await once(server, 'close');
    });
    return gitlab;
  }

  /** What a configuration writes as its host. */
  get baseUrl(): string {
    return this.origin + (this.options.basePath ?? '');
  }

  /** Paths of the calls so far, below the API. */
  get paths(): readonly string[] {
    return this.calls.map(({ target }) => target.slice(this.prefix.length));
  }

  /** An account that projects of its own name belong to is a group unless it is named here. */
  user(name: string): this {
    this.users.add(name);
    return this;
  }

  /** Adds an empty project: `group/subgroup/name`. */
  project(path: string, traits: ProjectTraits = {}): GitlabProject {
    const pace = (): Date => new Date(Date.UTC(2026, 0, 1) + (this.minutes += 1) * 60_000);
    const project = new GitlabProject(100 + this.all.length, path, pace, traits);
    this.all.push(project);
    return project;
  }

  remove(project: GitlabProject): void {
    this.all.splice(this.all.indexOf(project), 1);
  }

  /**
   * From now on calls fail like this.
   * @param times how many of them; all when absent.
   * @param applies which of them; all when absent.
   */
  fail(
    mode: GithubFailure,
    times = Infinity,
    applies: (call: GitlabCall) => boolean = () => true,
  ): void {
    this.failing.push({ mode, left: times, applies });
  }

  /** Forgets calls and failures; the projects stay. */
  forget(): void {
    this.calls.length = 0;
    this.failing = [];
    this.mostAtOnce = 0;
  }

  close(): Promise<void> {
    return this.end();
  }

  private get prefix(): string {
    return `${this.options.basePath ?? ''}/api/v4`;
  }

  private async take(req: IncomingMessage, res: ServerResponse): Promise<void> {
    const { method = '', url: target = '', headers } = req;
    const call: GitlabCall = { method, target, headers, status: 0 };
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

  private answer({ method, target, headers }: GitlabCall): GitlabAnswer {
    const url = new URL(target, this.origin);
    const token = headers['private-token'];
    if (token !== undefined && token !== this.options.token) return unauthorised();
    if (method !== 'GET' || !url.pathname.startsWith(`${this.prefix}/`)) return missing();
    return answerTo({
      projects: this.all.filter(({ isPrivate }) => !isPrivate || token !== undefined),
      users: this.users,
      parts: url.pathname
        .slice(this.prefix.length + 1)
        .split('/')
        .map((part) => decodeURIComponent(part)),
      query: url.searchParams,
    });
  }

  private send(call: GitlabCall, answer: GitlabAnswer, res: ServerResponse): void {
    const url = new URL(call.target, this.origin);
    const { body, status, paging } = this.page(answer, url);
    const etag = `W/"${createHash('md5').update(body).digest('hex')}"`;
    const isKnown = status === 200 && call.headers['if-none-match'] === etag;
    res.writeHead(isKnown ? 304 : status, {
      'content-type': answer.kind === 'raw' ? 'text/plain; charset=utf-8' : 'application/json',
      'cache-control': 'max-age=0, private, must-revalidate',
      etag,
      ...(isKnown && !this.tellsPagesAgain ? {} : paging),
    });
    res.end(isKnown ? undefined : body);
  }

  private page(
    answer: GitlabAnswer,
    url: URL,
  ): { body: Buffer; status: number; paging: Readonly<Record<string, string>> } {
    if (answer.kind === 'raw') return { body: answer.bytes, status: 200, paging: {} };
    if (answer.kind === 'json') {
      const body = Buffer.from(JSON.stringify(answer.body));
      return { body, status: answer.status ?? 200, paging: {} };
    }
    const { page, from, to } = pageOf(url.searchParams);
    const body = Buffer.from(JSON.stringify(answer.items.slice(from, to)));
    const hasNext = to < answer.items.length;
    return { body, status: 200, paging: this.pagingOf(url, hasNext ? page + 1 : null) };
  }

  private pagingOf(url: URL, next: number | null): Readonly<Record<string, string>> {
    const first = new URL(url);
    first.searchParams.set('page', '1');
    const following = new URL(url);
    following.searchParams.set('page', String(next));
    const links = [
      ...(next === null ? [] : [`<${this.linkTo(following.href)}>; rel="next"`]),
      `<${first.href}>; rel="first"`,
    ];
    return {
      ...(this.paging !== 'x-next-page' && { link: links.join(', ') }),
      ...(this.paging !== 'link' && { 'x-next-page': next === null ? '' : String(next) }),
    };
  }
}

function unauthorised(): GitlabAnswer {
  return { kind: 'json', status: 401, body: { message: '401 Unauthorized' } };
}

import { type IncomingHttpHeaders } from 'node:http';
import { answerTo } from './github/github-accounts.js';
import { notFound, refused } from './github/github-answers.js';
import { GithubRepository, type GithubTraits } from './github/github-repository.js';
import { type Loopback } from './loopback.js';
import {
  FakeRegistry,
  pageAddress,
  type RegistryReply,
  type RegistryRequest,
} from './registry/fake-registry.js';
import { type RegistryAnswer } from './registry/registry-answer.js';

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

const NO_LIMIT: FakeRateLimit = { remaining: 4999, resetAt: new Date(0) };

/**
 * A real HTTP server on loopback that behaves as the REST API of GitHub does, over repositories that
 * a test fills: paging by `Link`, entity tags, raw media types, rate limits, hidden repositories.
 */
export class FakeGithub extends FakeRegistry<GithubRepository> {
  rateLimit: FakeRateLimit | undefined;
  private readonly organisations = new Set<string>();

  private constructor(
    loopback: Loopback,
    private readonly options: FakeGithubOptions,
  ) {
    super(loopback);
  }

  static start(options: FakeGithubOptions = {}): Promise<FakeGithub> {
    return FakeRegistry.listening((loopback) => new FakeGithub(loopback, options));
  }

  override get baseUrl(): string {
    return this.origin + this.prefix;
  }

  /** An account that repositories of its own name belong to is a user unless it is named here. */
  organisation(name: string): this {
    this.organisations.add(name);
    return this;
  }

  /** Adds an empty repository: `owner/name`. */
  repository(path: string, traits: GithubTraits = {}): GithubRepository {
    const id = 1000 + this.hosted.length;
    const repository = new GithubRepository({ id, path }, this.pace, traits);
    this.hosted.push(repository);
    return repository;
  }

  /** Forgets the limit too. */
  override forget(): void {
    super.forget();
    this.rateLimit = undefined;
  }

  protected override get prefix(): string {
    return this.options.prefix ?? '/api/v3';
  }

  protected override refusal(headers: IncomingHttpHeaders): RegistryAnswer | undefined {
    const token = tokenOf(headers);
    if (headers['user-agent'] === undefined) return refused(403, 'Request forbidden by rules');
    if (token !== undefined && token !== this.options.token) return refused(401, 'Bad credentials');
    return this.rateLimit?.remaining === 0 ? refused(403, 'API rate limit exceeded') : undefined;
  }

  protected override notFound(): RegistryAnswer {
    return notFound();
  }

  protected override answerTo({ parts, query, headers }: RegistryRequest): RegistryAnswer {
    const isSignedIn = tokenOf(headers) !== undefined;
    return answerTo(
      {
        repositories: this.visible(isSignedIn),
        organisations: this.organisations,
        caller: isSignedIn ? (this.options.tokenOwner ?? null) : undefined,
      },
      { parts, query, isRaw: /\braw\b/.test(headers.accept ?? '') },
    );
  }

  /** Each answer counts, and the headers say what is left after it. */
  protected override headersOf(reply: RegistryReply): Readonly<Record<string, string | number>> {
    const { call, url, page, isKnown } = reply;
    this.count(isKnown && call.headers.authorization !== undefined);
    const { remaining, resetAt } = this.rateLimit ?? NO_LIMIT;
    const type = page.kind === 'raw' ? 'application/vnd.github.raw+json' : 'application/json';
    return {
      'content-type': `${type}; charset=utf-8`,
      'x-ratelimit-remaining': remaining,
      'x-ratelimit-reset': Math.ceil(resetAt.getTime() / 1000),
      ...(!isKnown && page.next !== null && { link: this.link(pageAddress(url, page.next)) }),
    };
  }

  /** A caller with a token is not charged for hearing that nothing changed. */
  private count(isFree: boolean): void {
    if (this.rateLimit && !isFree && this.rateLimit.remaining > 0) this.rateLimit.remaining -= 1;
  }

  private link(next: string): string {
    return `<${this.linkTo(next)}>; rel="next", <${next}>; rel="last"`;
  }
}

function tokenOf({ authorization = '' }: IncomingHttpHeaders): string | undefined {
  return /^(?:Bearer|token) (.*)$/.exec(authorization)?.[1];
}

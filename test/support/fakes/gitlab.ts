import { type IncomingHttpHeaders } from 'node:http';
import { answerTo, missing } from './gitlab/gitlab-answers.js';
import { type Loopback } from './loopback.js';
import { FakeGitRepository, type RepositoryTraits } from './registry/fake-git-repository.js';
import {
  FakeRegistry,
  pageAddress,
  type RegistryReply,
  type RegistryRequest,
} from './registry/fake-registry.js';
import { type RegistryAnswer } from './registry/registry-answer.js';

export interface FakeGitlabOptions {
  /** A path before everything: `/gitlab`; none when absent. */
  readonly basePath?: string;
  /** The token that opens private projects; any other one is refused. */
  readonly token?: string;
  /** A free one when absent. */
  readonly port?: number;
}

/** How the pages of lists are named: GitLab does both, things in between may take one away. */
export type Paging = 'both' | 'link' | 'x-next-page';

/**
 * A real HTTP server on loopback that behaves as the API of GitLab does, over projects that a test
 * fills: encoded paths, paging, entity tags, hidden projects, words of refusals, rate limits.
 */
export class FakeGitlab extends FakeRegistry {
  paging: Paging = 'both';
  /** False where something in between takes them from answers without a body. */
  tellsPagesAgain = true;
  private readonly users = new Set<string>();

  private constructor(
    loopback: Loopback,
    private readonly options: FakeGitlabOptions,
  ) {
    super(loopback);
  }

  static start(options: FakeGitlabOptions = {}): Promise<FakeGitlab> {
    return FakeRegistry.listening((loopback) => new FakeGitlab(loopback, options), options.port);
  }

  override get baseUrl(): string {
    return this.origin + (this.options.basePath ?? '');
  }

  /** An account that projects of its own name belong to is a group unless it is named here. */
  user(name: string): this {
    this.users.add(name);
    return this;
  }

  /** Adds an empty project: `group/subgroup/name`. */
  project(path: string, traits: RepositoryTraits = {}): FakeGitRepository {
    const project = new FakeGitRepository(
      { id: 100 + this.hosted.length, path },
      this.pace,
      traits,
    );
    this.hosted.push(project);
    return project;
  }

  protected override get prefix(): string {
    return `${this.options.basePath ?? ''}/api/v4`;
  }

  protected override refusal(headers: IncomingHttpHeaders): RegistryAnswer | undefined {
    const token = headers['private-token'];
    if (token === undefined || token === this.options.token) return undefined;
    return { kind: 'json', status: 401, body: { message: '401 Unauthorized' } };
  }

  protected override notFound(): RegistryAnswer {
    return missing();
  }

  protected override answerTo({ parts, query, headers }: RegistryRequest): RegistryAnswer {
    const projects = this.visible(headers['private-token'] !== undefined);
    return answerTo({ projects, users: this.users, parts, query });
  }

  protected override headersOf(reply: RegistryReply): Readonly<Record<string, string>> {
    const { url, page, isKnown } = reply;
    const tellsPages = page.kind === 'list' && (!isKnown || this.tellsPagesAgain);
    return {
      'content-type': page.kind === 'raw' ? 'text/plain; charset=utf-8' : 'application/json',
      'cache-control': 'max-age=0, private, must-revalidate',
      ...(tellsPages && this.pagingOf(url, page.next)),
    };
  }

  private pagingOf(url: URL, next: number | null): Readonly<Record<string, string>> {
    const links = [
      ...(next === null ? [] : [`<${this.linkTo(pageAddress(url, next))}>; rel="next"`]),
      `<${pageAddress(url, 1)}>; rel="first"`,
    ];
    return {
      ...(this.paging !== 'x-next-page' && { link: links.join(', ') }),
      ...(this.paging !== 'link' && { 'x-next-page': next === null ? '' : String(next) }),
    };
  }
}

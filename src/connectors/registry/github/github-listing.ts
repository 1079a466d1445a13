import { isJsonObject, type JsonValue } from '../../../kernel/json.js';
import { RegistryAnswerError } from '../http/registry-answer-error.js';
import { type ListRequest, type RegistryHttp } from '../http/registry-http.js';
import { RegistryError } from '../registry-error.js';
import { type GithubScope } from './github-scope.js';
import { type GithubRepository, repositoryOf } from './github-shapes.js';

const SEARCHED_MAX = 1000;
const BY_NAME = 'sort=full_name&per_page=100';

/** The repositories that a configuration means, archived ones left out. */
export class GithubListing {
  constructor(
    private readonly http: RegistryHttp,
    private readonly options: { readonly hasToken: boolean },
  ) {}

  /** In a stable order. @throws as `RegistryHttp` does. */
  async *repositories(scope: GithubScope, signal: AbortSignal): AsyncGenerator<GithubRepository> {
    if (scope.kind === 'owner') yield* this.#ofOwner(scope.owner, signal);
    else if (scope.kind === 'topic') yield* await this.#ofTopic(scope, signal);
    else {
      const target = `/repos/${scope.owner}/${scope.name}`;
      const repository = await this.http.existing(target, repositoryOf, signal);
      if (repository) yield repository;
    }
  }

  /** What is no organisation is a user: only asking tells. */
  async *#ofOwner(owner: string, signal: AbortSignal): AsyncGenerator<GithubRepository> {
    try {
      yield* this.#list(`/orgs/${owner}/repos?type=all&${BY_NAME}`, signal);
    } catch (error) {
      if (!(error instanceof RegistryAnswerError) || error.status !== 404) throw error;
      const isOwn = await this.#isOwnerOfToken(owner, signal);
      yield* this.#list(
        isOwn
          ? `/user/repos?affiliation=owner&${BY_NAME}`
          : `/users/${owner}/repos?type=owner&${BY_NAME}`,
        signal,
      );
    }
  }

  /** Private repositories of a user are listed to that user's own token, at an address of its own. */
  async #isOwnerOfToken(owner: string, signal: AbortSignal): Promise<boolean> {
    if (!this.options.hasToken) return false;
    try {
      const login = await this.http.existing('/user', (user) => user['login'] ?? null, signal);
      return typeof login === 'string' && login.toLowerCase() === owner.toLowerCase();
    } catch (error) {
      // Tokens of applications belong to nobody.
      if (error instanceof RegistryAnswerError && error.status === 403) return false;
      throw error;
    }
  }

  /** A search has no order that stays, so it is read to its end first. */
  async #ofTopic(
    { topic, owner }: Extract<GithubScope, { kind: 'topic' }>,
    signal: AbortSignal,
  ): Promise<readonly GithubRepository[]> {
    const words = [
      `topic:${topic}`,
      'archived:false',
      ...(owner === null ? [] : [`user:${owner}`]),
    ];
    const target = `/search/repositories?q=${encodeURIComponent(words.join(' '))}&per_page=100`;
    const found: GithubRepository[] = [];
    for await (const repository of this.#list(target, signal, itemsOf)) found.push(repository);
    return found.sort((a, b) => (a.fullName < b.fullName ? -1 : 1));
  }

  #list(
    target: string,
    signal: AbortSignal,
    entriesOf?: ListRequest<GithubRepository>['entriesOf'],
  ): AsyncGenerator<GithubRepository> {
    const request = { target, read: repositoryOf, ...(entriesOf && { entriesOf }) };
    return this.http.list(request, signal);
  }
}

/**
 * The repositories of a page of a search. A search that is not whole is refused: what it leaves out
 * would count as removed.
 * @throws RegistryError
 */
function itemsOf(body: JsonValue): JsonValue | undefined {
  if (!isJsonObject(body)) return undefined;
  const { total_count: total, incomplete_results: isIncomplete, items } = body;
  if (isIncomplete === true) {
    throw new RegistryError('GitHub gave the search up before its end; it is asked again later');
  }
  if (typeof total === 'number' && total > SEARCHED_MAX) {
    throw new RegistryError(
      `${total} repositories carry the topic and GitHub shows ${SEARCHED_MAX} of them; name their owner too: '<owner>/topic:<topic>'`,
    );
  }
  return items;
}

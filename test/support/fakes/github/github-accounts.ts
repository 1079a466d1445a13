import { pageOf, type RegistryAnswer } from '../registry/registry-answer.js';
import { answerOf, notFound, refused, repositoryBody } from './github-answers.js';
import { type GithubRepository } from './github-repository.js';

/** What one caller sees of all repositories. */
export interface GithubView {
  readonly repositories: readonly GithubRepository[];
  readonly organisations: ReadonlySet<string>;
  /** Whose token came along; null for a token that is nobody's, undefined without a token. */
  readonly caller: string | null | undefined;
}

/** A request by the parts of its path. */
export interface GithubRequest {
  readonly parts: readonly string[];
  readonly query: URLSearchParams;
  readonly isRaw: boolean;
}

const SEARCHED_MAX = 1000;

type Route = (view: GithubView, request: GithubRequest) => RegistryAnswer;

const ROUTES: Readonly<Record<string, Route>> = {
  search: ({ repositories }, { query }) => searched(repositories, query),
  repos: ({ repositories }, { parts: [, owner = '', name = '', ...rest], query, isRaw }) => {
    const found = repositories.find(({ path }) => isSame(path, `${owner}/${name}`));
    return found ? answerOf(found, { rest: rest.join('/'), query, isRaw }) : notFound();
  },
  orgs: (view, { parts: [, name = ''] }) =>
    isOrganisation(view, name) ? listOf(ownedBy(view, name)) : notFound(),
  users: (view, { parts: [, name = ''] }) => {
    const owned = ownedBy(view, name);
    const isKnown = owned.length > 0 || isOrganisation(view, name);
    return isKnown ? listOf(owned.filter(({ isPrivate }) => !isPrivate)) : notFound();
  },
  user: (view, { parts: [, what] }) => {
    const { caller } = view;
    if (caller === undefined) return refused(401, 'Requires authentication');
    if (caller === null) return refused(403, 'Resource not accessible by integration');
    return what === 'repos'
      ? listOf(ownedBy(view, caller))
      : { kind: 'json', body: { login: caller } };
  },
};

/** What GitHub answers to a request of one caller. */
export function answerTo(view: GithubView, request: GithubRequest): RegistryAnswer {
  const route = ROUTES[request.parts[0] ?? ''];
  return route ? route(view, request) : notFound();
}

function isOrganisation({ organisations }: GithubView, name: string): boolean {
  return [...organisations].some((other) => isSame(other, name));
}

function ownedBy({ repositories }: GithubView, name: string): readonly GithubRepository[] {
  return repositories.filter(({ namespace }) => isSame(namespace, name));
}

function listOf(repositories: readonly GithubRepository[]): RegistryAnswer {
  return { kind: 'list', items: repositories.map(repositoryBody) };
}

function isSame(a: string, b: string): boolean {
  return a.toLowerCase() === b.toLowerCase();
}

/** The search answers an object with a page of items, of which there are a thousand at most. */
function searched(seen: readonly GithubRepository[], query: URLSearchParams): RegistryAnswer {
  const words = (query.get('q') ?? '').split(/\s+/);
  const value = (key: string): string | undefined =>
    words.find((word) => word.startsWith(`${key}:`))?.slice(key.length + 1);
  const [topic, owner] = [value('topic'), value('org') ?? value('user')];
  const found = seen
    .filter(({ topics }) => topic !== undefined && topics.includes(topic))
    .filter((repository) => owner === undefined || isSame(repository.namespace, owner))
    .filter(({ isArchived }) => value('archived') !== 'false' || !isArchived);
  const { from, to } = pageOf(query);
  if (to > SEARCHED_MAX) return refused(422, 'Only the first 1000 search results are available');
  const items = found.slice(from, to).map(repositoryBody);
  const body = { total_count: found.length, incomplete_results: false, items };
  return { kind: 'json', body, hasNext: to < Math.min(found.length, SEARCHED_MAX) };
}

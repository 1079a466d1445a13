import { type JsonObject } from '#kernel/json.js';
import { type FakeCommit, type TreeEntry } from '../registry/git-objects.js';
import { type RegistryAnswer } from '../registry/registry-answer.js';
import { type GithubRepository } from './github-repository.js';

/** The contents API gives no content beyond this, unless it is asked for it raw. */
const CONTENT_BYTES_MAX = 1024 * 1024;
/** And nothing at all beyond this. */
const RAW_BYTES_MAX = 100 * 1024 * 1024;
/** The contents API lists no more files of a folder. */
const LISTED_MAX = 1000;
/** What a recursive tree holds at most. */
const TREE_ENTRIES_MAX = 100_000;

/** What a request asks of one repository. */
export interface RepositoryRequest {
  /** The path behind `/repos/:owner/:name/`, decoded. */
  readonly rest: string;
  readonly query: URLSearchParams;
  /** The caller asked for the bytes of a file as they are. */
  readonly isRaw: boolean;
}

type Handler = (
  repository: GithubRepository,
  request: RepositoryRequest,
  rest: string,
) => RegistryAnswer;

const HANDLERS: readonly (readonly [string, Handler])[] = [
  ['git/matching-refs/', matchingRefs],
  ['git/ref/', gitRef],
  ['git/commits/', gitCommit],
  ['git/trees/', gitTree],
  ['git/blobs/', gitBlob],
  ['contents/', contents],
  ['branches', branches],
  ['tags', tags],
  ['commits', commits],
];

/** What GitHub answers to a request within a repository. */
export function answerOf(repository: GithubRepository, request: RepositoryRequest): RegistryAnswer {
  if (request.rest === '') return { kind: 'json', body: repositoryBody(repository) };
  const found = HANDLERS.find(([prefix]) => request.rest.startsWith(prefix));
  if (!found) return notFound();
  const [prefix, handler] = found;
  return handler(repository, request, request.rest.slice(prefix.length).replace(/^\//, ''));
}

export function notFound(): RegistryAnswer {
  return refused(404, 'Not Found');
}

export function refused(status: number, message: string): RegistryAnswer {
  return { kind: 'json', status, body: { message, documentation_url: 'about:blank' } };
}

/** A repository as lists and searches show it. */
export function repositoryBody(repository: GithubRepository): JsonObject {
  const { id, name, path, namespace, topics, defaultBranch, isArchived, isPrivate } = repository;
  return {
    id,
    name,
    full_name: path,
    private: isPrivate,
    owner: { login: namespace },
    archived: isArchived,
    disabled: false,
    default_branch: defaultBranch,
    topics: [...topics],
    size: repository.branches.size === 0 ? 0 : 12,
  };
}

function matchingRefs(
  { branches, tags }: GithubRepository,
  _: RepositoryRequest,
  prefix: string,
): RegistryAnswer {
  if (branches.size === 0) return refused(409, 'Git Repository is empty.');
  const refs = [
    ...[...branches].map(([name, sha]) => refBody(`refs/heads/${name}`, sha)),
    ...[...tags].map(([name, sha]) => refBody(`refs/tags/${name}`, sha)),
  ];
  // All at once: this is no list of pages.
  return { kind: 'json', body: refs.filter(({ ref }) => ref.startsWith(`refs/${prefix}`)) };
}

function gitRef(repository: GithubRepository, _: RepositoryRequest, name: string): RegistryAnswer {
  if (repository.objects.commits.size === 0) return refused(409, 'Git Repository is empty.');
  const [kind, ...parts] = name.split('/');
  const refs = kind === 'heads' ? repository.branches : repository.tags;
  const sha = refs.get(parts.join('/'));
  return sha === undefined ? notFound() : { kind: 'json', body: refBody(`refs/${name}`, sha) };
}

function refBody(ref: string, sha: string): JsonObject & { readonly ref: string } {
  return { ref, object: { type: 'commit', sha } };
}

function branches(
  { branches: all, objects }: GithubRepository,
  _: RepositoryRequest,
  name: string,
): RegistryAnswer {
  if (name === '') {
    return { kind: 'list', items: [...all].map(([branch, sha]) => named(branch, sha)) };
  }
  const commit = objects.commits.get(all.get(name) ?? '');
  if (!commit) return refused(404, 'Branch not found');
  const { sha } = commit;
  const body = { name, commit: { sha, commit: { committer: signed(commit) } } };
  return { kind: 'json', body };
}

function tags(repository: GithubRepository): RegistryAnswer {
  const items = [...repository.tags].map(([name, sha]) => named(name, sha));
  return { kind: 'list', items: items.reverse() };
}

function named(name: string, sha: string): JsonObject {
  return { name, commit: { sha } };
}

function gitTree(
  { objects }: GithubRepository,
  { query }: RepositoryRequest,
  name: string,
): RegistryAnswer {
  const tree = objects.tree(name);
  if (!tree) return notFound();
  const entries = query.has('recursive') ? objects.whole(tree.sha) : tree.entries;
  const shown = entries.slice(0, TREE_ENTRIES_MAX).map((entry) => ({ ...entry }));
  const truncated = entries.length > shown.length;
  return { kind: 'json', body: { sha: tree.sha, tree: shown, truncated } };
}

function gitCommit(
  { objects }: GithubRepository,
  _: RepositoryRequest,
  sha: string,
): RegistryAnswer {
  const commit = objects.commits.get(sha);
  return commit ? { kind: 'json', body: { sha, committer: signed(commit) } } : notFound();
}

/** Who made a commit and when; the author may have written it long before. */
function signed({ date }: FakeCommit): JsonObject {
  return { name: 'A Developer', date: date.toISOString() };
}

function gitBlob(
  { objects }: GithubRepository,
  { isRaw }: RepositoryRequest,
  sha: string,
): RegistryAnswer {
  const bytes = objects.blobs.get(sha);
  if (!bytes) return notFound();
  if (isRaw) return { kind: 'raw', bytes };
  const content = bytes.toString('base64');
  return { kind: 'json', body: { sha, size: bytes.length, encoding: 'base64', content } };
}

function contents(
  repository: GithubRepository,
  { query, isRaw }: RepositoryRequest,
  path: string,
): RegistryAnswer {
  const commit = repository.resolve(query.get('ref') ?? repository.defaultBranch);
  if (!commit) return refused(404, 'No commit found for the ref');
  const bytes = commit.files.get(path);
  if (!bytes) return folder(repository, commit.sha, path);
  if (bytes.length > RAW_BYTES_MAX) return refused(403, 'This API returns blobs up to 100 MB');
  if (isRaw) return { kind: 'raw', bytes };
  const isSmall = bytes.length <= CONTENT_BYTES_MAX;
  return {
    kind: 'json',
    body: {
      type: 'file',
      path,
      size: bytes.length,
      encoding: isSmall ? 'base64' : 'none',
      content: isSmall ? bytes.toString('base64') : '',
    },
  };
}

function folder({ objects }: GithubRepository, commit: string, path: string): RegistryAnswer {
  const tree = objects.tree(commit);
  const below = (entry: TreeEntry): boolean =>
    entry.path.startsWith(path === '' ? '' : `${path}/`) &&
    !entry.path.slice(path === '' ? 0 : path.length + 1).includes('/');
  const found = objects.whole(tree?.sha ?? '').filter((entry) => below(entry));
  if (found.length === 0) return notFound();
  const items = found.slice(0, LISTED_MAX).map(({ path: at, type, sha, size }) => {
    return { type: type === 'tree' ? 'dir' : 'file', path: at, sha, size: size ?? 0 };
  });
  return { kind: 'json', body: items };
}

function commits(
  repository: GithubRepository,
  { query }: RepositoryRequest,
  name: string,
): RegistryAnswer {
  const ref = name === '' ? (query.get('sha') ?? repository.defaultBranch) : name;
  const from = repository.resolve(ref);
  if (!from) return refused(422, `No commit found for SHA: ${ref}`);
  const changed = repository.objects.lastChange(from, query.get('path') ?? undefined);
  const body = (changed ? [changed] : []).map((commit) => {
    return { sha: commit.sha, commit: { committer: signed(commit) } };
  });
  return name === '' ? { kind: 'json', body } : { kind: 'json', body: body[0] ?? null };
}

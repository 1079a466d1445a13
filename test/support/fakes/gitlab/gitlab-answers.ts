import { type JsonObject } from '#kernel/json.js';
import { type FakeGitRepository } from '../registry/fake-git-repository.js';
import { type RegistryAnswer } from '../registry/registry-answer.js';

/** What the caller may see, and what it asks for. */
export interface GitlabRequest {
  readonly projects: readonly FakeGitRepository[];
  readonly users: ReadonlySet<string>;
  /** Parts of the path behind `/api/v4/`, each decoded. */
  readonly parts: readonly string[];
  readonly query: URLSearchParams;
}

/** What GitLab answers; names that cannot be seen are as if they were not there. */
export function answerTo(request: GitlabRequest): RegistryAnswer {
  const [area = '', name = '', ...rest] = request.parts;
  if (area === 'projects') return ofProject(request, name, rest);
  if (rest.join('/') !== 'projects') return missing();
  if (area === 'groups') return groupProjects(request, name);
  return area === 'users' ? userProjects(request, name) : missing();
}

function ofProject(
  { projects, query }: GitlabRequest,
  name: string,
  [area, ...inner]: readonly string[],
): RegistryAnswer {
  const project = projects.find(({ id, path }) => String(id) === name || path === name);
  if (!project) return missing('404 Project Not Found');
  if (area === undefined) return { kind: 'json', body: projectBody(project) };
  return area === 'repository' ? within(project, inner, query) : missing();
}

export function missing(message = '404 Not Found'): RegistryAnswer {
  return { kind: 'json', status: 404, body: { message } };
}

function groupProjects({ projects, users, query }: GitlabRequest, group: string): RegistryAnswer {
  const isWithin = ({ namespace }: FakeGitRepository): boolean =>
    namespace === group ||
    (query.get('include_subgroups') === 'true' && namespace.startsWith(`${group}/`));
  const isGroup =
    !users.has(group) && projects.some(({ namespace }) => `${namespace}/`.startsWith(`${group}/`));
  return isGroup ? listed(projects.filter(isWithin), query) : missing('404 Group Not Found');
}

function userProjects({ projects, users, query }: GitlabRequest, user: string): RegistryAnswer {
  if (!users.has(user)) return missing('404 User Not Found');
  return listed(
    projects.filter(({ namespace }) => namespace === user),
    query,
  );
}

/** By name, the last one first: that is how GitLab sorts when nobody says otherwise. */
function listed(projects: readonly FakeGitRepository[], query: URLSearchParams): RegistryAnswer {
  const shown = projects.filter(({ isArchived }) => query.get('archived') !== String(!isArchived));
  const key = ({ name, id }: FakeGitRepository): string =>
    query.get('order_by') === 'name' ? name : String(id).padStart(9, '0');
  const sorted = [...shown].sort((a, b) => (key(a) < key(b) ? 1 : -1));
  return { kind: 'list', items: sorted.map(projectBody) };
}

function projectBody(project: FakeGitRepository): JsonObject {
  return {
    id: project.id,
    name: project.name,
    path: project.name,
    path_with_namespace: project.path,
    default_branch: project.branches.size === 0 ? null : project.defaultBranch,
    archived: project.isArchived,
    empty_repo: project.branches.size === 0,
    visibility: project.isPrivate ? 'private' : 'public',
    repository_access_level: 'enabled',
    description: 'x'.repeat(200),
  };
}

function within(
  project: FakeGitRepository,
  parts: readonly string[],
  query: URLSearchParams,
): RegistryAnswer {
  const [area, name, raw] = parts;
  if (area === 'branches') return refs(project, project.branches, { name, query });
  if (area === 'tags') return refs(project, project.tags, { name, query });
  if (area === 'tree') return tree(project, query);
  if (area === 'files' && name !== undefined && raw === 'raw') return file(project, name, query);
  return missing();
}

function refs(
  project: FakeGitRepository,
  all: ReadonlyMap<string, string>,
  { name, query }: { readonly name: string | undefined; readonly query: URLSearchParams },
): RegistryAnswer {
  if (name !== undefined) {
    const commit = all.get(name);
    return commit === undefined
      ? missing('404 Branch Not Found')
      : { kind: 'json', body: refBody(project, name, commit) };
  }
  const search = query.get('search') ?? '';
  const fits = search.startsWith('^')
    ? (ref: string) => ref.startsWith(search.slice(1))
    : (ref: string) => ref.includes(search);
  const items = [...all].filter(([ref]) => fits(ref)).sort(([a], [b]) => (a < b ? -1 : 1));
  return { kind: 'list', items: items.map(([ref, commit]) => refBody(project, ref, commit)) };
}

function refBody(project: FakeGitRepository, name: string, id: string): JsonObject {
  const date = project.objects.commits.get(id)?.date.toISOString() ?? null;
  return { name, commit: { id, short_id: id.slice(0, 8), committed_date: date }, protected: false };
}

function tree(project: FakeGitRepository, query: URLSearchParams): RegistryAnswer {
  const commit = project.resolve(query.get('ref') ?? project.defaultBranch);
  if (!commit) return missing('404 Tree Not Found');
  const folder = query.get('path') ?? '';
  const found = project.objects
    .whole(project.objects.tree(commit.sha)?.sha ?? '')
    .filter(({ path }) => folder === '' || path.startsWith(`${folder}/`));
  if (found.length === 0) return missing('404 Tree Not Found');
  return {
    kind: 'list',
    items: found.map(({ sha, type, path }) => ({ id: sha, type, path, mode: '100644' })),
  };
}

function file(project: FakeGitRepository, path: string, query: URLSearchParams): RegistryAnswer {
  const commit = project.resolve(query.get('ref') ?? project.defaultBranch);
  if (!commit) return missing('404 Commit Not Found');
  const bytes = commit.files.get(path);
  return bytes ? { kind: 'raw', bytes } : missing('404 File Not Found');
}

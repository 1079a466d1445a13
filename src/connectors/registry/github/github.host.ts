import { type JsonObject } from '../../../kernel/json.js';
import {
  type HostedFile,
  type HostedProject,
  type HostedVersion,
  type ProjectHost,
} from '../http/project-host.js';
import { RegistryAnswerError } from '../http/registry-answer-error.js';
import { type RegistryHttp } from '../http/registry-http.js';
import { RELEASE_BRANCH_PREFIX } from '../http/version-lines.js';
import { type PackageLine } from '../registry-package.js';
import { RefusedFile } from '../refused-file.js';
import { tooLarge } from '../too-large-file.js';
import { type GithubListing } from './github-listing.js';
import { type GithubScope } from './github-scope.js';
import {
  dateOf,
  type GithubRef,
  type GithubTree,
  headOf,
  releaseBranchOf,
  treeOf,
  versionTagOf,
} from './github-shapes.js';

const RAW = { accept: 'application/vnd.github.raw+json' };
const BUNDLES = 'bundles';
const FILES_MAX = 10_000;

/** Repositories of GitHub, of the public one or of one's own server. */
export class GithubHost implements ProjectHost {
  constructor(
    private readonly http: RegistryHttp,
    private readonly listing: GithubListing,
    private readonly scope: GithubScope,
  ) {}

  async *projects(signal: AbortSignal): AsyncIterable<HostedProject> {
    for await (const found of this.listing.repositories(this.scope, signal)) {
      const { id, fullName, defaultBranch } = found;
      yield { id, path: fullName, defaultBranch };
    }
  }

  async versions(project: HostedProject, signal: AbortSignal): Promise<readonly HostedVersion[]> {
    const { path, defaultBranch } = project;
    const branch = encodedPath(defaultBranch ?? '');
    try {
      const [head, branches, tags] = await Promise.all([
        this.http.object(`/repos/${path}/branches/${branch}`, headOf, signal),
        this.#all(
          `/repos/${path}/git/matching-refs/heads/${RELEASE_BRANCH_PREFIX}`,
          releaseBranchOf,
          signal,
        ),
        this.#all(`/repos/${path}/tags?per_page=100`, versionTagOf, signal),
      ]);
      const version = (kind: PackageLine['kind'], { name, commit }: GithubRef): HostedVersion => {
        const date = head?.commit === commit ? new Date(head.date) : null;
        return { line: { kind, name }, commit, date };
      };
      return [
        ...branches.map((ref) => version('release-branch', ref)),
        ...(head ? [version('default-branch', head)] : []),
        ...tags.map((ref) => version('tag', ref)),
      ];
    } catch (error) {
      // A repository without any commit.
      if (error instanceof RegistryAnswerError && error.status === 409) return [];
      throw error;
    }
  }

  async file(place: HostedFile, signal: AbortSignal): Promise<Buffer | null> {
    const { project, commit, location, limitBytes } = place;
    const target = `/repos/${project.path}/contents/${encodedPath(location)}?ref=${commit}`;
    try {
      return await this.http.bytes({ target, headers: RAW, limitBytes }, signal);
    } catch (error) {
      throw await this.#refusalOf(place, error, signal);
    }
  }

  async bundleFiles(
    project: HostedProject,
    commit: string,
    signal: AbortSignal,
  ): Promise<readonly string[]> {
    const top = await this.#tree(project, commit, signal);
    const folder = top?.entries.find(({ path, isFolder }) => isFolder && path === BUNDLES);
    if (!folder) return [];
    const tree = await this.#tree(project, `${folder.sha}?recursive=1`, signal);
    const files = (tree?.entries ?? []).filter(({ path, isFolder }) => !isFolder && isJson(path));
    if (!tree?.isWhole || files.length > FILES_MAX) {
      throw new RefusedFile(`holds more than ${FILES_MAX} files`);
    }
    return files.map(({ path }) => `${BUNDLES}/${path}`).sort();
  }

  async commitDate(project: HostedProject, commit: string, signal: AbortSignal): Promise<Date> {
    const target = `/repos/${project.path}/git/commits/${commit}`;
    const ms = await this.http.existing(target, dateOf, signal);
    return new Date(ms ?? NaN);
  }

  /** Beyond 100 MB the refusal is the same as of a token without rights; the tree knows better. */
  async #refusalOf(
    { project, commit, location, limitBytes }: HostedFile,
    error: unknown,
    signal: AbortSignal,
  ): Promise<unknown> {
    const isRefusal = error instanceof RegistryAnswerError && error.status === 403;
    if (!isRefusal || location.includes('/')) return error;
    const tree = await this.#tree(project, commit, signal);
    const size = tree?.entries.find(({ path }) => path === location)?.sizeBytes ?? 0;
    return size > limitBytes ? tooLarge(size, limitBytes) : error;
  }

  #tree(project: HostedProject, tree: string, signal: AbortSignal): Promise<GithubTree | null> {
    return this.http.object(`/repos/${project.path}/git/trees/${tree}`, treeOf, signal);
  }

  async #all<T extends JsonObject>(
    target: string,
    read: (entry: JsonObject) => T | null,
    signal: AbortSignal,
  ): Promise<readonly T[]> {
    const found: T[] = [];
    for await (const entry of this.http.list({ target, read }, signal)) found.push(entry);
    return found;
  }
}

function isJson(path: string): boolean {
  return path.endsWith('.json');
}

/** A path in an address: slashes stay, everything else that means something there does not. */
function encodedPath(path: string): string {
  return path.split('/').map(encodeURIComponent).join('/');
}

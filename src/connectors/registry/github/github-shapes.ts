import { isJsonObject, type JsonObject, type JsonValue } from '../../../kernel/json.js';
import { isReleaseBranch, isVersionTag } from '../http/version-lines.js';
import { RegistryError } from '../registry-error.js';

/** A repository as far as it matters here. */
export type GithubRepository = JsonObject & {
  readonly id: number;
  readonly fullName: string;
  readonly defaultBranch: string;
};

/** A branch or tag, and the commit that it stands at. */
export type GithubRef = JsonObject & {
  readonly name: string;
  readonly commit: string;
};

/** The tip of a branch; `date` is milliseconds since 1970. */
export type GithubHead = GithubRef & { readonly date: number };

/** A file or folder of a tree; folders have no size. */
export type GithubTreeEntry = JsonObject & {
  readonly path: string;
  readonly isFolder: boolean;
  readonly sha: string;
  readonly sizeBytes: number;
};

/** A tree, or as much of it as is answered at once. */
export type GithubTree = JsonObject & {
  readonly entries: GithubTreeEntry[];
  readonly isWhole: boolean;
};

const SHA = /^(?:[0-9a-f]{40}|[0-9a-f]{64})$/;
const FULL_NAME = /^[A-Za-z0-9_-]{1,100}\/(?!\.{1,2}$)[A-Za-z0-9._-]{1,100}$/;
const HEADS = 'refs/heads/';

/**
 * A repository of a list; null for one that is archived or locked. As all functions here it refuses
 * what is something else: left out, it would count as removed.
 * @throws RegistryError
 */
export function repositoryOf(entry: JsonObject): GithubRepository | null {
  if (entry['archived'] === true || entry['disabled'] === true) return null;
  const { id, full_name: fullName, default_branch: defaultBranch } = entry;
  const isSound = typeof id === 'number' && Number.isSafeInteger(id) && id > 0;
  if (!isSound || typeof fullName !== 'string' || !FULL_NAME.test(fullName)) {
    throw unlike('a repository');
  }
  return { id, fullName, defaultBranch: text(defaultBranch, 'a repository') };
}

/** A branch by its reference; null for branches that belong to no release. */
export function releaseBranchOf({ ref, object }: JsonObject): GithubRef | null {
  const name = text(ref, 'a branch');
  const isRelease = name.startsWith(HEADS) && isReleaseBranch(name.slice(HEADS.length));
  return isRelease ? { name: name.slice(HEADS.length), commit: commitOf(object) } : null;
}

/** A tag of a list; null for tags that are no versions. */
export function versionTagOf({ name, commit }: JsonObject): GithubRef | null {
  const tag = text(name, 'a tag');
  return isVersionTag(tag) ? { name: tag, commit: commitOf(commit) } : null;
}

/** A branch with the commit that it stands at. */
export function headOf({ name, commit }: JsonObject): GithubHead {
  const inner = isJsonObject(commit) ? commit['commit'] : undefined;
  return { name: text(name, 'a branch'), commit: commitOf(commit), date: dateOf(inner) };
}

/** When a commit was made, in milliseconds since 1970. */
export function dateOf(commit: JsonValue | undefined): number {
  const committer = isJsonObject(commit) ? commit['committer'] : undefined;
  const at = Date.parse(text(isJsonObject(committer) ? committer['date'] : undefined, 'a commit'));
  if (Number.isNaN(at)) throw unlike('a commit');
  return at;
}

/** A tree; modules, which are commits of other repositories, are left out. */
export function treeOf({ tree, truncated }: JsonObject): GithubTree {
  if (!Array.isArray(tree)) throw unlike('a tree');
  const entries = tree.map((entry) => treeEntryOf(entry)).filter((entry) => entry !== null);
  return { entries, isWhole: truncated !== true };
}

function treeEntryOf(entry: JsonValue): GithubTreeEntry | null {
  const { path, type, sha, size } = isJsonObject(entry) ? entry : {};
  if (type !== 'blob' && type !== 'tree') return null;
  const isFolder = type === 'tree';
  const sizeBytes = typeof size === 'number' ? size : 0;
  return { path: text(path, 'a tree'), isFolder, sha: shaOf(sha), sizeBytes };
}

function commitOf(value: JsonValue | undefined): string {
  return shaOf(isJsonObject(value) ? value['sha'] : undefined);
}

function shaOf(value: JsonValue | undefined): string {
  if (typeof value === 'string' && SHA.test(value)) return value;
  throw unlike('an object of git');
}

function text(value: JsonValue | undefined, what: string): string {
  if (typeof value === 'string' && value !== '') return value;
  throw unlike(what);
}

function unlike(what: string): RegistryError {
  return new RegistryError(`the answer does not describe ${what} as GitHub does`);
}

import { isJsonObject, type JsonValue } from '../../../kernel/json.js';
import { isReleaseBranch, isVersionTag } from '../http/version-lines.js';

/** A repository as far as it matters here. */
export interface GithubRepository {
  readonly id: number;
  readonly fullName: string;
  readonly defaultBranch: string | null;
}

/** A branch or tag, and the commit that it stands at. */
export interface GithubRef {
  readonly name: string;
  readonly commit: string;
}

/** An entry of a tree. */
export interface GithubTreeEntry {
  readonly path: string;
  readonly type: 'blob' | 'tree';
  readonly sha: string;
}

const SHA = /^(?:[0-9a-f]{40}|[0-9a-f]{64})$/;
const FULL_NAME = /^[A-Za-z0-9_-]{1,100}\/(?!\.{1,2}$)[A-Za-z0-9._-]{1,100}$/;
const HEADS = 'refs/heads/';

/**
 * The repositories of a list or of a page of a search, archived, disabled and empty ones left out;
 * null for something else.
 */
export function repositoriesOf(value: JsonValue): readonly GithubRepository[] | null {
  const items = isJsonObject(value) ? value['items'] : value;
  return listOf(items, repositoryOf)?.filter((found) => found !== 'left-out') ?? null;
}

/** A repository that a configuration names itself; null for something else. */
export function repositoryOf(value: JsonValue): GithubRepository | 'left-out' | null {
  if (!isJsonObject(value)) return null;
  const { id, full_name: fullName, default_branch: branch } = value;
  if (value['archived'] === true || value['disabled'] === true) return 'left-out';
  if (!isId(id) || typeof fullName !== 'string' || !FULL_NAME.test(fullName)) return null;
  return { id, fullName, defaultBranch: typeof branch === 'string' && branch ? branch : null };
}

function isId(value: JsonValue | undefined): value is number {
  return typeof value === 'number' && Number.isSafeInteger(value) && value > 0;
}

/** Release branches among the refs that begin like them; null for something else. */
export function releaseBranchesOf(value: JsonValue): readonly GithubRef[] | null {
  const refs = listOf(value, (entry) => {
    const { ref, object } = isJsonObject(entry) ? entry : {};
    return typeof ref === 'string' && ref.startsWith(HEADS)
      ? refOf(ref.slice(HEADS.length), object)
      : null;
  });
  return refs?.filter(({ name }) => isReleaseBranch(name)) ?? null;
}

/** Tags that are versions; null for something else. */
export function versionTagsOf(value: JsonValue): readonly GithubRef[] | null {
  const tags = listOf(value, (entry) => {
    const { name, commit } = isJsonObject(entry) ? entry : {};
    return refOf(name, commit);
  });
  return tags?.filter(({ name }) => isVersionTag(name)) ?? null;
}

/** The commit of a branch and its date; null for something else. */
export function branchHeadOf(value: JsonValue): (GithubRef & { readonly date: Date }) | null {
  if (!isJsonObject(value)) return null;
  const { name, commit } = value;
  const ref = refOf(name, commit);
  const date = isJsonObject(commit) ? commitDateOf(commit['commit'] ?? null) : null;
  return ref && date && { ...ref, date };
}

/** When a commit of git was made; null for something else. */
export function commitDateOf(value: JsonValue): Date | null {
  const committer = isJsonObject(value) ? value['committer'] : undefined;
  const text = isJsonObject(committer) ? committer['date'] : undefined;
  const date = new Date(typeof text === 'string' ? text : NaN);
  return Number.isNaN(date.getTime()) ? null : date;
}

/** Files and folders of a tree, all of them or not; null for something else. */
export function treeOf(
  value: JsonValue,
): { readonly entries: readonly GithubTreeEntry[]; readonly isWhole: boolean } | null {
  if (!isJsonObject(value)) return null;
  const entries = listOf(value['tree'], treeEntryOf);
  return entries && { entries: entries.flat(), isWhole: value['truncated'] !== true };
}

/** Modules of other repositories are left out: their content is not here. */
function treeEntryOf(value: JsonValue): readonly GithubTreeEntry[] | null {
  const { path, type, sha } = isJsonObject(value) ? value : {};
  if (typeof path !== 'string' || typeof sha !== 'string' || !SHA.test(sha)) return null;
  return type === 'blob' || type === 'tree' ? [{ path, type, sha }] : [];
}

function refOf(name: JsonValue | undefined, at: JsonValue | undefined): GithubRef | null {
  const sha = isJsonObject(at) ? at['sha'] : undefined;
  if (typeof name !== 'string' || typeof sha !== 'string' || !SHA.test(sha)) return null;
  return { name, commit: sha };
}

/** Every entry read, or null when one of them is something else. */
function listOf<T>(
  value: JsonValue | undefined,
  read: (entry: JsonValue) => T | null,
): readonly T[] | null {
  if (!Array.isArray(value)) return null;
  const found: T[] = [];
  for (const entry of value) {
    const one = read(entry);
    if (one === null) return null;
    found.push(one);
  }
  return found;
}

import { type JsonObject } from '#kernel/json.js';
import { type FakeCommit, GitObjects } from './git-objects.js';

/** Files of a commit: text, bytes, or a JSON document. Null takes a file away. */
export type Files = Readonly<Record<string, string | Buffer | JsonObject | null>>;

/** What a repository of a fake may be told to be. */
export interface RepositoryTraits {
  readonly isPrivate?: boolean;
  readonly isArchived?: boolean;
  readonly defaultBranch?: string;
}

/** A repository as any registry hosts it: settings, refs and git objects. */
export class FakeGitRepository {
  readonly objects = new GitObjects();
  readonly branches = new Map<string, string>();
  readonly tags = new Map<string, string>();
  readonly id: number;
  /** `owner/name`, or `group/subgroup/name`. */
  readonly path: string;
  readonly isPrivate: boolean;
  readonly isArchived: boolean;
  readonly defaultBranch: string;

  /** @param pace the date of the next commit. */
  constructor(
    { id, path }: { readonly id: number; readonly path: string },
    private readonly pace: () => Date,
    traits: RepositoryTraits,
  ) {
    this.id = id;
    this.path = path;
    this.isPrivate = traits.isPrivate ?? false;
    this.isArchived = traits.isArchived ?? false;
    this.defaultBranch = traits.defaultBranch ?? 'main';
  }

  /** All of the path but the name. */
  get namespace(): string {
    return this.path.slice(0, this.path.lastIndexOf('/'));
  }

  get name(): string {
    return this.path.slice(this.path.lastIndexOf('/') + 1);
  }

  /** Puts files on a branch, which begins where the default branch stands; answers the commit. */
  commit(files: Files, branch = this.defaultBranch): string {
    const parent = this.at(this.branches.get(branch) ?? this.branches.get(this.defaultBranch));
    const state = new Map(parent?.files);
    for (const [path, content] of Object.entries(files)) {
      if (content === null) state.delete(path);
      else state.set(path, bytesOf(content));
    }
    const sha = this.objects.commit(parent, state, this.pace());
    this.branches.set(branch, sha);
    return sha;
  }

  /** Tags a commit; that of the default branch when none is named. */
  tag(name: string, sha = this.branches.get(this.defaultBranch)): void {
    if (sha !== undefined) this.tags.set(name, sha);
  }

  /** The commit that a branch, a tag or an id names. */
  resolve(ref: string): FakeCommit | undefined {
    return this.at(this.branches.get(ref) ?? this.tags.get(ref) ?? ref);
  }

  private at(sha: string | undefined): FakeCommit | undefined {
    return sha === undefined ? undefined : this.objects.commits.get(sha);
  }
}

function bytesOf(content: string | Buffer | JsonObject): Buffer {
  if (Buffer.isBuffer(content)) return content;
  return Buffer.from(typeof content === 'string' ? content : JSON.stringify(content));
}

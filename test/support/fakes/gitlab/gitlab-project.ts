import { type JsonObject } from '../../../../src/kernel/json.js';
import { type FakeCommit, GitObjects } from '../github/git-objects.js';
import { type Files } from '../github/github-repository.js';

/** What a project of the fake may be told to be. */
export interface ProjectTraits {
  readonly isArchived?: boolean;
  readonly isPrivate?: boolean;
  readonly defaultBranch?: string;
}

/** A project as GitLab hosts it: settings, refs and git objects. */
export class GitlabProject {
  readonly objects = new GitObjects();
  readonly branches = new Map<string, string>();
  readonly tags = new Map<string, string>();
  isArchived: boolean;
  readonly isPrivate: boolean;
  readonly defaultBranch: string;

  constructor(
    readonly id: number,
    /** `group/subgroup/name`. */
    readonly path: string,
    private readonly pace: () => Date,
    traits: ProjectTraits,
  ) {
    this.isArchived = traits.isArchived ?? false;
    this.isPrivate = traits.isPrivate ?? false;
    this.defaultBranch = traits.defaultBranch ?? 'main';
  }

  get namespace(): string {
    return this.path.slice(0, this.path.lastIndexOf('/'));
  }

  get name(): string {
    return this.path.slice(this.path.lastIndexOf('/') + 1);
  }

  /** Puts files on a branch, which begins where the default branch stands; answers the commit. */
  commit(files: Files, branch = this.defaultBranch): string {
    const from = this.branches.get(branch) ?? this.branches.get(this.defaultBranch) ?? '';
    const parent = this.objects.commits.get(from);
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
    return this.objects.commits.get(this.branches.get(ref) ?? this.tags.get(ref) ?? ref);
  }
}

function bytesOf(content: string | Buffer | JsonObject): Buffer {
  if (Buffer.isBuffer(content)) return content;
  return Buffer.from(typeof content === 'string' ? content : JSON.stringify(content));
}

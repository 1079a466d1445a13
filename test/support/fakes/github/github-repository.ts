import { FakeGitRepository, type RepositoryTraits } from '../registry/fake-git-repository.js';
import { type FakeCommit } from '../registry/git-objects.js';

/** What a repository of the fake may be told to be. */
export interface GithubTraits extends RepositoryTraits {
  readonly topics?: readonly string[];
}

/** A repository as GitHub hosts it. */
export class GithubRepository extends FakeGitRepository {
  readonly topics: readonly string[];
  readonly owner: string;
  readonly name: string;

  constructor(
    { id, fullName }: { readonly id: number; readonly fullName: string },
    pace: () => Date,
    traits: GithubTraits,
  ) {
    super(id, pace, traits);
    const [owner = '', name = ''] = fullName.split('/');
    this.owner = owner;
    this.name = name;
    this.topics = traits.topics ?? [];
  }

  get fullName(): string {
    return `${this.owner}/${this.name}`;
  }

  /** Refs may be written out: `refs/heads/main`. */
  override resolve(ref: string): FakeCommit | undefined {
    return super.resolve(ref.replace(/^refs\//, '').replace(/^(heads|tags)\//, ''));
  }
}

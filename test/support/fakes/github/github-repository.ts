import { FakeGitRepository, type RepositoryTraits } from '../registry/fake-git-repository.js';
import { type FakeCommit } from '../registry/git-objects.js';

/** What a repository of the fake may be told to be. */
export interface GithubTraits extends RepositoryTraits {
  readonly topics?: readonly string[];
}

/** A repository as GitHub hosts it. */
export class GithubRepository extends FakeGitRepository {
  readonly topics: readonly string[];

  constructor(
    place: { readonly id: number; readonly path: string },
    pace: () => Date,
    traits: GithubTraits,
  ) {
    super(place, pace, traits);
    this.topics = traits.topics ?? [];
  }

  /** Refs may be written out: `refs/heads/main`. */
  override resolve(ref: string): FakeCommit | undefined {
    return super.resolve(ref.replace(/^refs\//, '').replace(/^(heads|tags)\//, ''));
  }
}

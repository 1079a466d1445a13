import { FakeGitRepository, type RepositoryTraits } from '../registry/fake-git-repository.js';

/** A project as GitLab hosts it. */
export class GitlabProject extends FakeGitRepository {
  /** `group/subgroup/name`. */
  readonly path: string;

  constructor(
    { id, path }: { readonly id: number; readonly path: string },
    pace: () => Date,
    traits: RepositoryTraits,
  ) {
    super(id, pace, traits);
    this.path = path;
  }

  get namespace(): string {
    return this.path.slice(0, this.path.lastIndexOf('/'));
  }

  get name(): string {
    return this.path.slice(this.path.lastIndexOf('/') + 1);
  }
}

import { ListOf, Nested } from '../../../api/fields/structures.js';
import { Instant, OneOf, Text, Whole } from '../../../api/fields/values.js';
import { REPOSITORY_STATES, type RepositoryCondition } from './repository-status.js';

const COUNT = { min: 0 } as const;

/** Why a repository could not be read, or not to its end. */
export class RepositoryFailure {
  @Instant()
  readonly at!: string;

  @Text()
  readonly message!: string;
}

/** How far a reading is. */
export class RepositoryProgress {
  @Whole({ ...COUNT, note: 'Projects whose versions are known' })
  readonly projects!: number;

  @Whole({ ...COUNT, nullable: true, note: 'Null while they are still being counted' })
  readonly projectsTotal!: number | null;

  @Whole({ ...COUNT, note: 'Versions of packages that were found so far' })
  readonly versions!: number;

  @Whole({ ...COUNT, note: 'Those of them that had changed and were read' })
  readonly read!: number;
}

/** What came of reading a repository. */
export class RepositoryRefreshAnswer {
  @Text({ note: 'Name of the repository configuration' })
  readonly name!: string;

  @Text()
  readonly type!: string;

  @OneOf(REPOSITORY_STATES, {
    note: 'waiting: never read yet; paused: its registry wants no calls before nextRun; failed: the last index is kept',
  })
  readonly state!: RepositoryCondition;

  @Instant({ nullable: true, note: 'When it was last read to its end' })
  readonly lastSuccess!: string | null;

  @Instant({ nullable: true, note: 'When a node last began to read it' })
  readonly lastRun!: string | null;

  @Instant({ nullable: true, note: 'Null for a disabled one, and while it is being read' })
  readonly nextRun!: string | null;

  @Whole({ ...COUNT, note: 'Packages in the index' })
  readonly packages!: number;

  @Whole({ ...COUNT, note: 'Their versions, one for each tag and branch' })
  readonly versions!: number;

  @Whole({ ...COUNT, note: 'Places that should be packages and are none' })
  readonly broken!: number;
}

/** How the index of a repository stands. */
export class RepositoryStatusAnswer extends RepositoryRefreshAnswer {
  @Nested(() => RepositoryFailure, {
    nullable: true,
    note: 'Null after a reading that did not fail',
  })
  readonly lastError!: RepositoryFailure | null;

  @Nested(() => RepositoryProgress, { nullable: true, note: 'Null when it is not being read' })
  readonly progress!: RepositoryProgress | null;
}

/** How the indexes of all repositories stand. */
export class ListRepositoryStatusAnswer {
  @ListOf(() => RepositoryStatusAnswer)
  readonly results!: readonly RepositoryStatusAnswer[];

  @Whole(COUNT)
  readonly total!: number;
}

/** What a registry is told that called a webhook. */
export class RepositoryWebhookAnswer {
  @Text()
  readonly message!: string;
}

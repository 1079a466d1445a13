import {
  REPOSITORY_TYPES,
  type RepositoryType,
} from '../../connectors/registry/registry-settings.js';
import { ListOf, Nested } from '../../api/fields/structures.js';
import { Flag, OneOf, Text, Whole } from '../../api/fields/values.js';

const NAME = {
  pattern: /^@[A-Za-z0-9][A-Za-z0-9._-]{0,62}$/,
  note: 'The scope of the repository, which is the name of its configuration',
  example: '@acme',
} as const;
const HOSTNAME = {
  pattern: /^([A-Za-z0-9]([A-Za-z0-9.-]{0,251}[A-Za-z0-9])?(:\d{1,5})?)?$/,
  note: 'Host of the registry, with its port where it is not the usual one; empty for local',
} as const;
const PATH = { max: 1024, note: 'A group, user or project; a directory for local' } as const;
/** Nothing that is searched is longer, and folding turns one character into up to eighteen. */
const SEARCHED = { max: 1024, optional: true } as const;

/** Options of operation 4. */
export class ListRepositoryConfigsQuery {
  @Text(SEARCHED)
  readonly contains?: string;

  @Text({ optional: true, note: 'name when absent' })
  readonly containsField?: string;

  @Text(SEARCHED)
  readonly equals?: string;

  @Text({ optional: true, note: 'name when absent' })
  readonly equalsField?: string;

  @Text(SEARCHED)
  readonly startsWith?: string;

  @Text({ optional: true, note: 'name when absent' })
  readonly startsWithField?: string;

  @Text({ optional: true, note: 'name when absent' })
  readonly sort?: string;

  @OneOf([1, -1], { optional: true, note: 'Ascending (1) or descending (-1)' })
  readonly order?: 1 | -1;
}

/** What a repository is reached with. */
export class RepositoryCredentials {
  @Text({
    max: 4096,
    optional: true,
    note: 'Never shown: `<ACCESS_TOKEN>` when one is set, else empty. Writing that back keeps it.',
  })
  readonly token?: string;
}

/** What is shown in the place of a credential. */
export class ShownCredentials {
  @OneOf(['<ACCESS_TOKEN>', ''])
  readonly token!: '<ACCESS_TOKEN>' | '';
}

/** A repository configuration, as operation 4 lists it. */
export class ShownRepositoryConfig {
  @Text()
  readonly name!: string;

  @Flag()
  readonly enabled!: boolean;

  @Text()
  readonly type!: string;

  @Text()
  readonly hostname!: string;

  @Text()
  readonly path!: string;

  @Nested(() => ShownCredentials)
  readonly credentials!: ShownCredentials;
}

/** Answer of operation 4. */
export class ListRepositoryConfigsAnswer {
  @ListOf(() => ShownRepositoryConfig)
  readonly results!: readonly ShownRepositoryConfig[];

  @Whole({ min: 0 })
  readonly total!: number;
}

/** A repository configuration to add. */
export class CreateRepositoryConfigRequest {
  @Text(NAME)
  readonly name!: string;

  @Flag({ optional: true, note: 'true when absent' })
  readonly enabled?: boolean;

  @OneOf(REPOSITORY_TYPES)
  readonly type!: RepositoryType;

  @Text({ ...HOSTNAME, optional: true })
  readonly hostname?: string;

  @Text({ ...PATH, min: 1 })
  readonly path!: string;

  @Nested(() => RepositoryCredentials, { optional: true })
  readonly credentials?: RepositoryCredentials;
}

/** What changes about a repository configuration; what is absent stays. */
export class UpdateRepositoryConfigRequest {
  @Text({ optional: true, note: 'The present name: a configuration keeps its name' })
  readonly name?: string;

  @Flag({ optional: true })
  readonly enabled?: boolean;

  @OneOf(REPOSITORY_TYPES, { optional: true })
  readonly type?: RepositoryType;

  @Text({ ...HOSTNAME, optional: true })
  readonly hostname?: string;

  @Text({ ...PATH, min: 1, optional: true })
  readonly path?: string;

  @Nested(() => RepositoryCredentials, { optional: true })
  readonly credentials?: RepositoryCredentials;
}

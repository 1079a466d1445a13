import {
  REPOSITORY_TYPES,
  type RepositoryType,
} from '../../connectors/registry/registry-settings.js';
import { ListOf, Nested } from '../../api/fields/structures.js';
import { Flag, OneOf, Text, Whole } from '../../api/fields/values.js';
import { REFRESH_SECONDS } from '../profiles/repository-configs.js';

const NAME = {
  pattern: /^@[A-Za-z0-9][A-Za-z0-9._-]{0,62}$/,
  note: 'The scope of the repository, which is the name of its configuration',
  example: '@acme',
} as const;
const HOSTNAME = {
  pattern:
    /^((https?:\/\/)?[A-Za-z0-9]([A-Za-z0-9.-]{0,251}[A-Za-z0-9])?(:\d{1,5})?|https?:\/\/[A-Za-z0-9]([A-Za-z0-9.-]{0,251}[A-Za-z0-9])?(:\d{1,5})?(\/[A-Za-z0-9._~-]{1,64}){0,8}\/?)?$/,
  note: 'Host of the registry, with its port where it is not the usual one, or its whole URL with a base path; empty for local',
  example: 'git.acme.example',
} as const;
const PATH = {
  max: 1024,
  note: 'A group, user or project; `topic:<topic>` on GitHub; a directory for local',
} as const;
const INTERVAL = {
  ...REFRESH_SECONDS,
  optional: true,
  nullable: true,
  note: 'Seconds between two regular readings; null for those of the platform',
} as const;
/** What a repository is reached with. */
export class RepositoryCredentials {
  @Text({
    max: 4096,
    optional: true,
    note: 'Never shown: `<ACCESS_TOKEN>` when one is set, else empty. Writing that back keeps it.',
  })
  readonly token?: string;
}

/** Whose signatures count for the packages of a repository. */
export class RepositoryTrustChange {
  @ListOf('text', {
    maxItems: 32,
    itemMax: 1024,
    optional: true,
    note: 'Ed25519 public keys: PEM, or their 32 bytes in Base64. They replace those of before.',
  })
  readonly publicKeys?: readonly string[];

  @Flag({
    optional: true,
    note: 'Packages without a signature of one of the keys are not installed',
  })
  readonly requireSignature?: boolean;
}

/** What a caller of the webhook of a repository must know. */
export class RepositoryWebhookChange {
  @Text({
    max: 1024,
    optional: true,
    note: 'Never shown: `<SECRET>` when one is set, else empty. Writing that back keeps it.',
  })
  readonly secret?: string;
}

/** Whose signatures count for the packages of a repository. */
export class ShownTrust {
  @ListOf('text', { note: 'Ed25519 public keys, as they were written' })
  readonly publicKeys!: readonly string[];

  @Flag({ note: 'Packages without a signature of one of the keys are not installed' })
  readonly requireSignature!: boolean;
}

/** What is shown in the place of the secret of a webhook. */
export class ShownWebhook {
  @OneOf(['<SECRET>', ''], { note: 'Without a secret the webhook admits nobody' })
  readonly secret!: '<SECRET>' | '';
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

  @Nested(() => ShownTrust)
  readonly trust!: ShownTrust;

  @Nested(() => ShownWebhook)
  readonly webhook!: ShownWebhook;

  @Whole({
    nullable: true,
    note: 'Seconds between two regular readings; null for those of the platform',
  })
  readonly refreshSeconds!: number | null;
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

  @Nested(() => RepositoryTrustChange, { optional: true })
  readonly trust?: RepositoryTrustChange;

  @Nested(() => RepositoryWebhookChange, { optional: true })
  readonly webhook?: RepositoryWebhookChange;

  @Whole(INTERVAL)
  readonly refreshSeconds?: number | null;
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

  @Nested(() => RepositoryTrustChange, { optional: true })
  readonly trust?: RepositoryTrustChange;

  @Nested(() => RepositoryWebhookChange, { optional: true })
  readonly webhook?: RepositoryWebhookChange;

  @Whole(INTERVAL)
  readonly refreshSeconds?: number | null;
}

import { ListOf, MapOf, Nested } from '../../../api/fields/structures.js';
import { Flag, Text, Whole } from '../../../api/fields/values.js';
import { OpenShape } from '../../../api/shapes/open-shape.decorator.js';
import { COUNT, FILE, INTERVAL, KEYS, NAMES, SECONDS, SECRET, TEXT } from './bounds.js';

/** Where applications lie; kept for clients. */
@OpenShape()
export class ProfileApplicationProps {
  @Text(FILE)
  readonly directory?: string;

  @Text(TEXT)
  readonly description?: string;
}

/** Files of the pages; kept for clients. */
@OpenShape()
export class ProfileUiProps {
  @Text(FILE)
  readonly layout?: string;

  @Text(FILE)
  readonly home?: string;

  @Text(FILE)
  readonly login?: string;

  @Text(FILE)
  readonly profile?: string;

  @Text(FILE)
  readonly fav_icon?: string;

  @Text(TEXT)
  readonly description?: string;
}

/** A group whose members have role admin. */
@OpenShape()
export class ProfileAdminGroup {
  @Text({ ...TEXT, note: 'Who keeps the group: `local` for groups of this platform' })
  readonly provenance?: string;

  @Text({ ...TEXT, note: 'Name of the group' })
  readonly group?: string;
}

/** How callers sign in. */
@OpenShape()
export class ProfileAuthenticationProps {
  @Flag({ optional: true, note: 'A sign-in ends the older sessions of the account' })
  readonly uniqueSession?: boolean;

  @ListOf(() => ProfileAdminGroup, { maxItems: 1000, optional: true })
  readonly admins?: readonly ProfileAdminGroup[];

  @Text(TEXT)
  readonly description?: string;

  @Text({
    max: 128,
    pattern: /^[!#$%&'*+\-.^_`|~0-9A-Za-z]*$/,
    optional: true,
    note: 'Cookie that carries the token of a session; `token` when empty',
  })
  readonly cookieName?: string;
}

/** Whether changes are written down. */
@OpenShape()
export class ProfileAuditProps {
  @Flag({ optional: true })
  readonly audit?: boolean;

  @Flag({ optional: true, note: 'Kept for clients' })
  readonly brokerValidation?: boolean;

  @Text(TEXT)
  readonly description?: string;
}

/** Kept for clients: secrets are sealed whatever it says. */
@OpenShape()
export class ProfilePathProps {
  @Flag({ optional: true })
  readonly encrypted?: boolean;

  @Text(TEXT)
  readonly description?: string;
}

/** Methods of devices that are not called by their usual name; kept for clients. */
@OpenShape()
export class ProfileAdapterExceptions {
  @Text(TEXT)
  readonly runCommand?: string;
}

/** Which adapters serve devices; kept for clients. */
@OpenShape()
export class ProfileDeviceStrategy {
  @ListOf('text', NAMES)
  readonly adapterTypes?: readonly string[];

  @Nested(() => ProfileAdapterExceptions, { optional: true })
  readonly exceptions?: ProfileAdapterExceptions;
}

/** How adapters are chosen; kept for clients. */
@OpenShape()
export class ProfileAdapterStrategy {
  @Nested(() => ProfileDeviceStrategy, { optional: true })
  readonly device?: ProfileDeviceStrategy;
}

/** How services of the platform are started and stopped; kept for clients. */
@OpenShape()
export class ProfileSystemProps {
  @Whole({ ...SECONDS, note: 'Seconds' })
  readonly shutdownTimeout?: number;

  @ListOf('text', NAMES)
  readonly servicesBlacklist?: readonly string[];

  @Whole({ ...SECONDS, note: 'Seconds' })
  readonly launchDelay?: number;

  @Whole({ ...SECONDS, note: 'Seconds' })
  readonly launchTimeout?: number;

  @Flag({ optional: true })
  readonly deadProcessCheck?: boolean;

  @Whole({ ...SECONDS, note: 'Seconds' })
  readonly deadProcessCheckInterval?: number;

  @Whole({ ...SECONDS, note: 'Seconds' })
  readonly deadProcessMaxPeriod?: number;
}

/** What a repository is reached with. */
@OpenShape()
export class ProfileRepositoryCredentials {
  @Text({ ...SECRET, note: 'Never shown: `<ACCESS_TOKEN>` when one is set' })
  readonly token?: string | null;
}

/** Whose signatures count for packages of a repository. */
@OpenShape()
export class ProfileRepositoryTrust {
  @ListOf('text', { ...KEYS, note: 'Ed25519: PEM, or the 32 bytes in Base64' })
  readonly publicKeys?: readonly string[];

  @Flag({ optional: true, note: 'Packages without a signature of one of the keys are refused' })
  readonly requireSignature?: boolean;
}

/** What a caller of the webhook of a repository must know. */
@OpenShape()
export class ProfileRepositoryWebhook {
  @Text({ ...SECRET, note: 'Never shown: `<SECRET>` when one is set' })
  readonly secret?: string | null;
}

/** A repository of packages. */
@OpenShape()
export class ProfileRepositoryConfig {
  @Flag({ optional: true })
  readonly enabled?: boolean;

  @Text({ max: 64, optional: true, note: '`gitlab`, `github` or `local`' })
  readonly type?: string;

  @Text({ max: 512, optional: true, note: 'A host, with a port, or the URL of the registry' })
  readonly hostname?: string;

  @Text(TEXT)
  readonly path?: string;

  @Nested(() => ProfileRepositoryCredentials, { optional: true })
  readonly credentials?: ProfileRepositoryCredentials;

  @Nested(() => ProfileRepositoryTrust, { optional: true })
  readonly trust?: ProfileRepositoryTrust;

  @Nested(() => ProfileRepositoryWebhook, { optional: true })
  readonly webhook?: ProfileRepositoryWebhook;

  @Whole({
    ...INTERVAL,
    nullable: true,
    note: 'Seconds between two readings, 10 or more; null for those of the platform',
  })
  readonly refreshSeconds?: number | null;
}

/** Repositories of packages. */
@OpenShape()
export class ProfilePrebuiltProps {
  @MapOf(() => ProfileRepositoryConfig, { optional: true, note: 'By scope, `@acme` for example' })
  readonly repoConfigs?: Readonly<Record<string, ProfileRepositoryConfig>>;
}

/** How operations of integrations are called. */
@OpenShape()
export class ProfileIntegrationProps {
  @Whole({ ...COUNT, note: 'Calls on one integration at a time, on each node; at most 1,000' })
  readonly threadCount?: number;

  @Whole({
    ...COUNT,
    note: 'Deadline of a call in milliseconds, 10 to 600,000; OUTBOUND_TIMEOUT_MS when 0',
  })
  readonly timeout?: number;
}

/** How often failed work is tried again; kept for clients. */
@OpenShape()
export class ProfileRetryStrategy {
  @Whole(COUNT)
  readonly maxRetries?: number;

  @Whole({ ...COUNT, note: 'Milliseconds' })
  readonly retryResetTimer?: number;
}

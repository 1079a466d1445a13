import { ListOf, Nested } from '../../../api/fields/structures.js';
import { Text } from '../../../api/fields/values.js';
import { OpenShape } from '../../../api/shapes/open-shape.decorator.js';
import { NAMES, TEXT } from './bounds.js';
import {
  ProfileAdapterStrategy,
  ProfileApplicationProps,
  ProfileAuditProps,
  ProfileAuthenticationProps,
  ProfileIntegrationProps,
  ProfilePathProps,
  ProfilePrebuiltProps,
  ProfileRetryStrategy,
  ProfileSystemProps,
  ProfileUiProps,
} from './platform-props.dto.js';
import {
  ProfileAlarm,
  ProfileExpressProps,
  ProfileLoggerProps,
  ProfileRabbitmq,
  ProfileRedisProps,
} from './service-props.dto.js';

/**
 * The profile document of the interface: the one declaration that validates profiles, describes
 * them in OpenAPI, and makes the schema of operation 19. Unknown keys are kept and named (docs/profiles.md).
 */
@OpenShape()
export class ProfileDocument {
  @Text({
    max: 128,
    // A name that is safe in paths, logs and file names, and is one segment of a URL.
    pattern: /^[A-Za-z0-9_@]([A-Za-z0-9 ._@+-]*[A-Za-z0-9_@+-])?$/,
    note: 'Name of the profile, unique whatever its case',
    example: 'production',
  })
  readonly id!: string;

  @Text({ ...TEXT, max: 4096 })
  readonly description?: string;

  @ListOf('text', { ...NAMES, note: 'Kept for clients' })
  readonly services?: readonly string[];

  @Nested(() => ProfileApplicationProps, { optional: true })
  readonly applicationProps?: ProfileApplicationProps;

  @Nested(() => ProfileUiProps, { optional: true })
  readonly uiProps?: ProfileUiProps;

  @Nested(() => ProfileAuthenticationProps, { optional: true })
  readonly authenticationProps?: ProfileAuthenticationProps;

  @Nested(() => ProfileExpressProps, { optional: true })
  readonly expressProps?: ProfileExpressProps;

  @Nested(() => ProfileLoggerProps, { optional: true })
  readonly loggerProps?: ProfileLoggerProps;

  @Nested(() => ProfileRedisProps, { optional: true })
  readonly redisProps?: ProfileRedisProps;

  @Nested(() => ProfileAuditProps, { optional: true })
  readonly auditProps?: ProfileAuditProps;

  @Nested(() => ProfilePathProps, { optional: true })
  readonly pathProps?: ProfilePathProps;

  @ListOf(() => ProfileAlarm, { maxItems: 1000, optional: true })
  readonly alarmProps?: readonly ProfileAlarm[];

  @Nested(() => ProfileRabbitmq, { optional: true })
  readonly rabbitmq?: ProfileRabbitmq;

  @Nested(() => ProfileAdapterStrategy, { optional: true })
  readonly adapterStrategy?: ProfileAdapterStrategy;

  @Nested(() => ProfileSystemProps, { optional: true })
  readonly systemProps?: ProfileSystemProps;

  @Nested(() => ProfilePrebuiltProps, { optional: true })
  readonly prebuiltProps?: ProfilePrebuiltProps;

  @Nested(() => ProfileIntegrationProps, { optional: true })
  readonly integrationProps?: ProfileIntegrationProps;

  @Nested(() => ProfileRetryStrategy, { optional: true })
  readonly retryStrategy?: ProfileRetryStrategy;
}

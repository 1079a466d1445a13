import { Free, FreeObject, ListOf, Nested } from '../../../api/fields/structures.js';
import { Flag, Instant, OneOf, Text, Whole } from '../../../api/fields/values.js';
import { OpenShape } from '../../../api/shapes/open-shape.decorator.js';
import { type JsonObject } from '../../../kernel/json.js';

const NAME = {
  min: 1,
  max: 200,
  pattern: /^(?!\.{1,2}$)[^\p{Cc}\p{Cs}]*$/u,
  example: 'Local NSO',
} as const;
const SHORT = { max: 256, optional: true } as const;
const PEM = { max: 65_536, optional: true } as const;

/** Settings of logging, kept without effect: integrations share the log of the platform. */
@OpenShape()
export class IntegrationLogger {
  @Text(SHORT)
  readonly log_directory?: string;

  @Text(SHORT)
  readonly log_filename?: string;

  @Text(SHORT)
  readonly log_level?: string;

  @Text(SHORT)
  readonly console_level?: string;

  @Text(SHORT)
  readonly metrics_filename?: string;

  @Whole({ min: 0, optional: true })
  readonly metrics_max_files?: number;

  @Text(SHORT)
  readonly metrics_rotation_interval?: string;

  @Text(SHORT)
  readonly metrics_rotation_size?: string;
}

/** Settings of the process; further ones are kept. */
@OpenShape()
export class IntegrationSystem {
  @Whole({ min: 0, optional: true, note: 'Kept, without effect: integrations share the process' })
  readonly maxOldSpaceSize?: number;
}

/** Where the operations lie. */
@OpenShape()
export class IntegrationServer {
  @Text({ max: 16, optional: true, note: 'http or https' })
  readonly protocol?: string;

  @Text({ max: 512, optional: true, note: 'Host with its port, if it has one' })
  readonly host?: string;

  @Text({ max: 1024, optional: true })
  readonly base_path?: string;
}

/** How connections are made. */
@OpenShape()
export class IntegrationTls {
  @Flag({ optional: true, note: 'Kept, without effect: the protocol of the server decides' })
  readonly enabled?: boolean;

  @Text({ ...PEM, note: 'Kept, without effect: no certificate of a client is presented' })
  readonly cert?: string;

  @Text({ ...PEM, note: 'Kept, without effect; never shown: `<SECRET>` when it is set' })
  readonly key?: string;

  @Flag({ optional: true, note: 'false leaves the certificate of the server unchecked' })
  readonly rejectUnauthorized?: boolean;
}

/** How it is found out whether the other system is there. */
@OpenShape()
export class IntegrationHealth {
  @Text({ max: 1024, optional: true, note: 'Below the base path; `/` when absent' })
  readonly path?: string;
}

/** What the integration is reached with; what the model or the other system needs beside is kept. */
@OpenShape()
export class IntegrationProperties {
  @Text({ max: 200, optional: true })
  readonly id?: string;

  @Text({ max: 200, optional: true })
  readonly type?: string;

  @ListOf('text', { maxItems: 1000, itemMax: 1024, optional: true })
  readonly brokers?: readonly string[];

  @ListOf('text', { maxItems: 1000, itemMax: 1024, optional: true })
  readonly groups?: readonly string[];

  @Nested(() => IntegrationServer, { optional: true })
  readonly server?: IntegrationServer;

  @FreeObject({
    optional: true,
    note: 'By security scheme of the model: value; username, password; token; or clientId, clientSecret, tokenUrl, scopes, clientAuthentication. Secrets are shown as placeholders, and writing those back keeps them.',
  })
  readonly authentication?: JsonObject;

  @Nested(() => IntegrationTls, { optional: true })
  readonly tls?: IntegrationTls;

  @Nested(() => IntegrationHealth, { optional: true })
  readonly healthCheck?: IntegrationHealth;

  @Text({ max: 200, optional: true })
  readonly version?: string;
}

/** What a caller says of an integration; clients send null for what they leave open. */
export class IntegrationFields {
  @Text({ max: 401, optional: true, nullable: true, note: '`title:version` of its model' })
  readonly model?: string | null;

  @Text({ max: 200, optional: true, nullable: true, note: 'Adapter when absent' })
  readonly type?: string | null;

  @Nested(() => IntegrationProperties, { optional: true, nullable: true })
  readonly properties?: IntegrationProperties | null;

  @Nested(() => IntegrationLogger, { optional: true, nullable: true })
  readonly loggerProps?: IntegrationLogger | null;

  @Nested(() => IntegrationSystem, { optional: true, nullable: true })
  readonly systemProps?: IntegrationSystem | null;

  @FreeObject({ optional: true, nullable: true })
  readonly eventDeduplication?: JsonObject | null;

  @Flag({ optional: true, nullable: true })
  readonly isEncrypted?: boolean | null;

  @Flag({ optional: true, nullable: true })
  readonly profiling?: boolean | null;

  @Flag({ optional: true, nullable: true })
  readonly virtual?: boolean | null;
}

/** A new integration. */
export class NewIntegration extends IntegrationFields {
  @Text(NAME)
  readonly name!: string;
}

/** An integration as it shall be. */
export class ChangedIntegration extends IntegrationFields {
  @Text({ ...NAME, optional: true, note: 'The present name: an integration keeps its name' })
  readonly name?: string;
}

/** An integration to create. */
export class CreateIntegrationRequest {
  @Nested(() => NewIntegration)
  readonly properties!: NewIntegration;
}

/** What takes the place of an integration's data; a secret that is absent is removed. */
export class UpdateIntegrationRequest {
  @Nested(() => ChangedIntegration)
  readonly properties!: ChangedIntegration;
}

/** Properties as they are shown, secrets masked; further ones are shown as they were given. */
@OpenShape()
export class ShownIntegrationProperties {
  @Text()
  readonly id!: string;

  @Text()
  readonly type!: string;

  @ListOf('text')
  readonly brokers!: readonly string[];

  @ListOf('text')
  readonly groups!: readonly string[];

  @FreeObject()
  readonly server!: JsonObject;

  @FreeObject()
  readonly authentication!: JsonObject;

  @FreeObject()
  readonly tls!: JsonObject;

  @Free()
  readonly version!: unknown;
}

/** An integration's data, secrets masked. */
export class IntegrationData {
  @FreeObject({ note: 'As given; see IntegrationLogger' })
  readonly loggerProps!: JsonObject;

  @Flag()
  readonly isEncrypted!: boolean;

  @Text()
  readonly model!: string;

  @Text()
  readonly name!: string;

  @Text()
  readonly type!: string;

  @Nested(() => ShownIntegrationProperties)
  readonly properties!: ShownIntegrationProperties;

  @Flag()
  readonly profiling!: boolean;

  @Flag()
  readonly virtual!: boolean;

  @FreeObject({ note: 'As given; see IntegrationSystem' })
  readonly systemProps!: JsonObject;

  @FreeObject({ optional: true })
  readonly eventDeduplication?: JsonObject;
}

/** What the platform knows of an integration. */
export class IntegrationMetadata {
  @Flag({ note: 'Enabled, its model loads, and the last look at the other system passed' })
  readonly isActive!: boolean;

  @Flag()
  readonly enabled!: boolean;

  @Flag({ note: 'It came with a package and goes with it' })
  readonly packaged!: boolean;

  @Instant({ nullable: true, note: 'When the other system was last looked at' })
  readonly checked!: string | null;

  @Text({ note: 'What that look found' })
  readonly detail!: string;
}

/** An integration. */
export class IntegrationRecord {
  @Nested(() => IntegrationMetadata)
  readonly metadata!: IntegrationMetadata;

  @Nested(() => IntegrationData)
  readonly data!: IntegrationData;
}

/** Answer of operation 21. */
export class GetIntegrationAnswer {
  @Nested(() => IntegrationRecord)
  readonly result!: IntegrationRecord;
}

/** A part of the integrations. */
export class ListIntegrationsAnswer {
  @ListOf(() => IntegrationRecord)
  readonly results!: readonly IntegrationRecord[];

  @Whole({ min: 0 })
  readonly total!: number;
}

/** What became of a change. */
export class IntegrationAnswer {
  @OneOf(['OK'])
  readonly status!: 'OK';

  @Text()
  readonly message!: string;

  @Nested(() => IntegrationData)
  readonly data!: IntegrationData;

  @Nested(() => IntegrationMetadata)
  readonly metadata!: IntegrationMetadata;
}

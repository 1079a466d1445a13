import { FreeObject, ListOf, Nested } from '../../../api/fields/structures.js';
import { Flag, Instant, OneOf, Text, Whole } from '../../../api/fields/values.js';
import { StampedAnswer } from '../../../api/answers/stamped.dto.js';
import { type JsonObject } from '../../../kernel/json.js';
import { AdapterAccessShown } from './adapter-access.dto.js';
import { AdapterFields, BASE_URL, NAME } from './adapter-fields.dto.js';
import {
  ADAPTER_TYPE_NAMES,
  type AdapterType,
  AUTH_TYPES,
  type AuthType,
  type Northbound,
  NORTHBOUNDS,
} from './adapter.js';
import { ClientAdapter } from './client-adapter.dto.js';

/** An adapter to create: with name and baseUrl, or as existing clients write it. */
export class CreateAdapterRequest extends AdapterFields {
  @Text({ ...NAME, optional: true, note: 'Required beside properties' })
  readonly name?: string;

  @Text({ ...BASE_URL, optional: true })
  readonly baseUrl?: string;

  @Nested(() => ClientAdapter, { optional: true, note: 'In the place of all others' })
  readonly properties?: ClientAdapter;
}

/** What is to change of an adapter; the rest stays. */
export class UpdateAdapterRequest extends AdapterFields {
  @Text({ ...NAME, optional: true, note: 'Only as it is: it cannot be changed' })
  readonly name?: string;

  @Text({ ...BASE_URL, optional: true })
  readonly baseUrl?: string;
}

/** How the platform says who it is; secrets by their placeholders. */
export class AdapterAuthShown {
  @OneOf(AUTH_TYPES)
  readonly type!: AuthType;

  @Text()
  readonly username!: string;

  @Text({ note: '<PASSWORD> when it is set' })
  readonly password!: string;

  @Text({ note: '<ACCESS_TOKEN> when it is set' })
  readonly token!: string;
}

/** How connections are made. */
export class AdapterTlsShown {
  @Flag()
  readonly verify!: boolean;

  @Text()
  readonly ca!: string;

  @Text()
  readonly cert!: string;

  @Text({ note: '<SECRET> when it is set' })
  readonly key!: string;
}

/** When calls are refused without a try. */
export class AdapterCircuitShown {
  @Whole({ min: 1 })
  readonly failures!: number;

  @Whole({ min: 1, note: 'Milliseconds' })
  readonly resetMs!: number;
}

export const HEALTH_STATES = ['up', 'down', 'unknown'] as const;
export type HealthState = (typeof HEALTH_STATES)[number];

/** What is known of the system behind an adapter. */
export class AdapterHealth {
  @OneOf(HEALTH_STATES)
  readonly state!: HealthState;

  @Text({ note: 'What the last look found, in words' })
  readonly detail!: string;

  @Instant({ nullable: true, note: 'When it was last looked at' })
  readonly checked!: string | null;

  @Instant({ nullable: true, note: 'Since when it is as it is' })
  readonly since!: string | null;

  @Whole({ min: 0, note: 'How often in a row a look did not pass' })
  readonly failures!: number;
}

/** What existing clients find the settings of an adapter in. */
export class AdapterPlaceShown {
  @Text({ note: 'The name again' })
  readonly id!: string;

  @OneOf(ADAPTER_TYPE_NAMES)
  readonly type!: AdapterType;

  @ListOf('text', { note: 'Empty: there are no brokers' })
  readonly brokers!: readonly string[];

  @ListOf('text', { note: 'Empty: who may use it is in access' })
  readonly groups!: readonly string[];

  @FreeObject({ note: 'The settings as they are beside `data`' })
  readonly properties!: JsonObject;
}

/** What forms in use choose an adapter by, and what existing clients write back. */
export class AdapterData {
  @Text()
  readonly name!: string;

  @OneOf(ADAPTER_TYPE_NAMES)
  readonly type!: AdapterType;

  @Text({ example: 'adapter-restconf' })
  readonly model!: string;

  @Nested(() => AdapterPlaceShown)
  readonly properties!: AdapterPlaceShown;

  @Flag({ note: 'Whether secrets are shown sealed: they are not shown at all' })
  readonly isEncrypted!: boolean;

  @FreeObject()
  readonly loggerProps!: JsonObject;

  @Flag()
  readonly virtual!: boolean;
}

/** Whether forms in use may offer an adapter. */
export class AdapterMetadata {
  @Flag({ note: 'Enabled, and the last look at the system passed' })
  readonly isActive!: boolean;
}

/** An adapter. */
export class AdapterShown extends StampedAnswer {
  @Nested(() => AdapterMetadata)
  readonly metadata!: AdapterMetadata;

  @Nested(() => AdapterData, { note: 'The same again where existing clients look for it' })
  readonly data!: AdapterData;

  @Text()
  readonly _id!: string;

  @Text()
  readonly name!: string;

  @OneOf(ADAPTER_TYPE_NAMES)
  readonly type!: AdapterType;

  @Text()
  readonly description!: string;

  @Text()
  readonly baseUrl!: string;

  @Nested(() => AdapterAuthShown)
  readonly auth!: AdapterAuthShown;

  @Nested(() => AdapterTlsShown)
  readonly tls!: AdapterTlsShown;

  @Whole({ min: 1 })
  readonly timeoutMs!: number;

  @Whole({ min: 1 })
  readonly maxConnections!: number;

  @Whole({ min: 0 })
  readonly retries!: number;

  @Nested(() => AdapterCircuitShown)
  readonly circuitBreaker!: AdapterCircuitShown;

  @Whole({ min: 1 })
  readonly responseLimitBytes!: number;

  @Flag()
  readonly enabled!: boolean;

  @OneOf(NORTHBOUNDS)
  readonly northbound!: Northbound;

  @Text()
  readonly healthPath!: string;

  @Nested(() => AdapterAccessShown)
  readonly access!: AdapterAccessShown;

  @Nested(() => AdapterHealth)
  readonly health!: AdapterHealth;

  @Instant({ nullable: true, note: 'When it was last restarted' })
  readonly restarted!: string | null;
}

/** An adapter that was written. */
export class WrittenAdapterAnswer extends AdapterShown {
  @OneOf(['OK'])
  readonly status!: 'OK';

  @Text()
  readonly message!: string;
}

/** The types of adapters that there are. */
export class AdapterTypesAnswer {
  @ListOf('text')
  readonly adapterModels!: readonly string[];

  @Whole({ min: 0 })
  readonly total!: number;
}

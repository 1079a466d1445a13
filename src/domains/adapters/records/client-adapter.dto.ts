import { FreeObject, ListOf, Nested } from '../../../api/fields/structures.js';
import { Flag, OneOf, Text, Whole } from '../../../api/fields/values.js';
import { type JsonObject } from '../../../kernel/json.js';
import { ADAPTER_TYPE_NAMES, type AdapterType } from './adapter.js';
import { AdapterFields, BASE_URL, KEEPS, NAME, SECRET } from './adapter-fields.dto.js';

/** How existing clients write credentials. */
class ClientAuthentication {
  @Text({ max: 256, optional: true })
  readonly username?: string;

  @Text({ ...SECRET, note: KEEPS })
  readonly password?: string;

  @Text({ ...SECRET, max: 16_384, note: `In the place of a password; ${KEEPS}` })
  readonly token?: string;
}

/** What an adapter is set to, in the words of this platform or in those of existing clients. */
export class ClientAdapterSettings extends AdapterFields {
  @Text({ ...BASE_URL, optional: true })
  readonly baseUrl?: string;

  @OneOf(['http', 'https'], { optional: true, note: 'With host, in the place of baseUrl' })
  readonly protocol?: 'http' | 'https';

  @Text({ min: 1, max: 253, pattern: /^[^\s/?#@\\:]+$/, optional: true })
  readonly host?: string;

  @Whole({ min: 1, max: 65_535, optional: true })
  readonly port?: number;

  @Text({ max: 1024, pattern: /^(?:\/[^\s?#\\]*)?$/, optional: true })
  readonly base_path?: string;

  @Nested(() => ClientAuthentication, { optional: true, note: 'In the place of auth' })
  readonly authentication?: ClientAuthentication;
}

/** What existing clients wrap the settings in. */
export class ClientAdapterPlace {
  @Text({ max: 200, optional: true, note: 'The name again' })
  readonly id?: string;

  @OneOf(ADAPTER_TYPE_NAMES, { optional: true, note: 'restconf when absent' })
  readonly type?: AdapterType;

  @ListOf('text', { maxItems: 0, optional: true, note: 'There are no brokers' })
  readonly brokers?: readonly string[];

  @ListOf('free', { maxItems: 0, optional: true, note: 'Say who may use it by access' })
  readonly groups?: readonly unknown[];

  @Nested(() => ClientAdapterSettings, { optional: true })
  readonly properties?: ClientAdapterSettings;
}

/** An adapter as existing clients write it. */
export class ClientAdapter {
  @Text(NAME)
  readonly name!: string;

  @Text({ max: 200, optional: true, note: 'Changes nothing' })
  readonly type?: string;

  @Text({ max: 200, optional: true, note: 'Changes nothing' })
  readonly model?: string;

  @Nested(() => ClientAdapterPlace, { optional: true })
  readonly properties?: ClientAdapterPlace;

  @Flag({ optional: true, note: 'Changes nothing: secrets are always sealed' })
  readonly isEncrypted?: boolean;

  @FreeObject({ optional: true, note: 'Changes nothing: adapters log as the platform does' })
  readonly loggerProps?: JsonObject;

  @Flag({ optional: true, note: 'Changes nothing' })
  readonly virtual?: boolean;
}

/** An adapter to import, or to change, as existing clients send it. */
export class ClientAdapterRequest {
  @Nested(() => ClientAdapter)
  readonly properties!: ClientAdapter;
}

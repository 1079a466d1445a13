import { Free, FreeObject, MapOf } from '../../../api/fields/structures.js';
import { Whole } from '../../../api/fields/values.js';
import { type JsonObject } from '../../../kernel/json.js';

/** What an operation is called with. */
export class CallIntegrationRequest {
  @FreeObject({
    optional: true,
    note: 'By name of the parameter, or `query.id` where several places have one of that name',
  })
  readonly parameters?: JsonObject;

  @Free({ optional: true, note: 'The body, in the form of the operation' })
  readonly body?: unknown;
}

/** What the other system answered. */
export class CallIntegrationAnswer {
  @Whole({ min: 100, max: 599, note: 'Its status, whatever that is' })
  readonly status!: number;

  @MapOf('text')
  readonly headers!: Readonly<Record<string, string>>;

  @Free({ note: 'Parsed JSON, else text; base64 of what is no text; null when there is none' })
  readonly body!: unknown;
}

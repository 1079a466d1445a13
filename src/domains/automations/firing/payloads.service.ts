import { Injectable } from '@nestjs/common';
import { type ResponsibleAccount } from '../../../kernel/responsible-account.js';
import { type Fault } from '../../../kernel/app-error.js';
import { type JsonObject, type JsonValue } from '../../../kernel/json.js';
import { fromStored } from '../../../platform/database/storable.js';
import { compileSchema } from '../../../cores/json-schema/json-schema.js';
import { type StoredTrigger } from '../stored/stored-trigger.js';
import { PayloadMapperService } from './payload-mapper.service.js';

/** What a trigger makes of a payload. */
export type ValidatedPayload =
  | {
      readonly kind: 'variables';
      readonly variables: JsonObject;
      /** Who wrote the transformation last; null without one. */
      readonly writer: ResponsibleAccount | null;
    }
  /** The payload is not what the schema of the trigger asks for. */
  | { readonly kind: 'unfit'; readonly faults: readonly Fault[] }
  /** It fits, and no variables can be made of it. */
  | { readonly kind: 'failed'; readonly reason: string };

/** Judges what endpoint and event triggers are given, and makes the variables of the job of it. */
@Injectable()
export class PayloadsService {
  constructor(private readonly mapper: PayloadMapperService) {}

  async validate(trigger: StoredTrigger, payload: JsonObject): Promise<ValidatedPayload> {
    const { schema = null, jst = null } = fromStored(trigger.document);
    const faults = await faultsOf(schema, payload);
    if (faults.length > 0) return { kind: 'unfit', faults };
    if (jst === null) return { kind: 'variables', variables: payload, writer: null };
    return this.mapper.map(jst, payload);
  }
}

/** Pointers into the payload. */
async function faultsOf(schema: JsonValue, payload: JsonObject): Promise<readonly Fault[]> {
  if (schema === null) return [];
  const compiled = await compileSchema(schema);
  if (compiled.kind === 'schema') return compiled.validate(payload);
  return [
    { pointer: '#', detail: `cannot be judged: the schema of the trigger ${compiled.detail}` },
  ];
}

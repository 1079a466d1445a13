import { Injectable } from '@nestjs/common';
import { type Fault } from '../../../kernel/app-error.js';
import { type JsonObject, type JsonValue } from '../../../kernel/json.js';
import { fromStored } from '../../../platform/database/storable.js';
import { compileSchema } from '../../../platform/schemas/json-schema.js';
import { type StoredTrigger } from '../triggers/stored-trigger.js';
import { PayloadMapper } from './payload-mapper.service.js';

/** What a trigger makes of a payload. */
export type JudgedPayload =
  | { readonly kind: 'variables'; readonly variables: JsonObject }
  /** The payload is not what the schema of the trigger asks for. */
  | { readonly kind: 'unfit'; readonly faults: readonly Fault[] }
  /** It fits, and no variables can be made of it. */
  | { readonly kind: 'failed'; readonly reason: string };

/** Judges what endpoint and event triggers are given, and makes the variables of the job of it. */
@Injectable()
export class Payloads {
  constructor(private readonly mapper: PayloadMapper) {}

  async judge(trigger: StoredTrigger, payload: JsonObject): Promise<JudgedPayload> {
    const { schema = null, jst = null } = fromStored(trigger.document);
    const faults = await faultsOf(schema, payload);
    if (faults.length > 0) return { kind: 'unfit', faults };
    if (jst === null) return { kind: 'variables', variables: payload };
    return this.mapper.map(jst, payload);
  }
}

/** Pointers into the payload. */
async function faultsOf(schema: JsonValue, payload: JsonObject): Promise<readonly Fault[]> {
  if (schema === null) return [];
  const compiled = await compileSchema(schema);
  if (compiled.kind === 'schema') return compiled.judge(payload);
  return [
    { pointer: '#', detail: `cannot be judged: the schema of the trigger ${compiled.detail}` },
  ];
}

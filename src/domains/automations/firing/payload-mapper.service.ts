import { Injectable } from '@nestjs/common';
import { type JsonObject, type JsonValue } from '../../../kernel/json.js';

/** What a transformation makes of a payload. */
export type MappedPayload =
  | { readonly kind: 'mapped'; readonly value: JsonValue }
  | { readonly kind: 'failed'; readonly reason: string };

/** Runs the transformation that a trigger names, or carries, over a payload. */
@Injectable()
export class PayloadMapper {
  map(jst: JsonValue, _payload: JsonObject): Promise<MappedPayload> {
    const reason = `The transformation ${JSON.stringify(jst)} cannot be run`;
    return Promise.resolve({ kind: 'failed', reason });
  }
}

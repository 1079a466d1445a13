import { Injectable } from '@nestjs/common';
import { type ResponsibleAccount } from '../../../kernel/responsible-account.js';
import { AppError } from '../../../kernel/app-error.js';
import { isJsonObject, type JsonObject, type JsonValue } from '../../../kernel/json.js';
import { ContentDocumentsService } from '../../content/records/content-documents.service.js';
import { ContentLookupService } from '../../content/records/content-lookup.service.js';
import { TransformationsService } from '../../content/transformations/transformations.service.js';
import { incomingFor, variablesOf } from './mapped-payload.js';

/** What a transformation makes of a payload. */
export type MappedPayload =
  | {
      readonly kind: 'variables';
      readonly variables: JsonObject;
      /** Who wrote the transformation last; null for nobody who is known. */
      readonly writer: ResponsibleAccount | null;
    }
  | { readonly kind: 'failed'; readonly reason: string };

/** Runs the transformation that a trigger names over a payload. */
@Injectable()
export class PayloadMapperService {
  constructor(
    private readonly lookup: ContentLookupService,
    private readonly documents: ContentDocumentsService,
    private readonly transformations: TransformationsService,
  ) {}

  /** @param jst id or name of a transformation, as the trigger has it, or an object that says so. */
  async map(jst: JsonValue, payload: JsonObject): Promise<MappedPayload> {
    const reference = referenceOf(jst);
    const found = await this.lookup.find('transformation', reference);
    if (!found) return failed(`Transformation '${reference.name}' not found`);
    try {
      const { document } = await this.documents.get('transformation', found.id);
      const incoming = incomingFor(document['incoming'], payload);
      const { outgoing } = await this.transformations.run(found.id, { incoming, options: {} });
      return { kind: 'variables', variables: variablesOf(outgoing), writer: found.writer };
    } catch (error) {
      if (error instanceof AppError && IS_OF_DOCUMENTS.has(error.kind)) return failed(error.detail);
      throw error;
    }
  }
}

/** What will not be otherwise at the next attempt. */
const IS_OF_DOCUMENTS: ReadonlySet<AppError['kind']> = new Set([
  'not-found',
  'invalid-input',
  'conflict',
] as const);

function referenceOf(jst: JsonValue): { readonly id: string; readonly name: string } {
  if (!isJsonObject(jst)) return { id: textOf(jst), name: textOf(jst) };
  return { id: textOf(jst['_id'] ?? null), name: textOf(jst['name'] ?? null) };
}

function textOf(value: JsonValue): string {
  return typeof value === 'string' ? value : '';
}

function failed(reason: string): MappedPayload {
  return { kind: 'failed', reason };
}

import { Injectable } from '@nestjs/common';
import { type JsonObject } from '../../../kernel/json.js';
import { ContentDocumentsService } from '../records/content-documents.service.js';
import { preserveFormData } from './shape/preserve-form-data.js';

/** What forms do beside being documents. */
@Injectable()
export class FormsService {
  constructor(private readonly documents: ContentDocumentsService) {}

  /**
   * The data with its containers as the form has them; see `preserveFormData`. Nesting and the number of values
   * are bounded by the reader of bodies.
   * @throws AppError `not-found`
   */
  async preserve(form: string, data: JsonObject): Promise<JsonObject> {
    const { document } = await this.documents.get('form', form);
    return preserveFormData(document, data);
  }
}

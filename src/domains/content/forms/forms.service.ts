import { Injectable } from '@nestjs/common';
import { invalidInput } from '../../../kernel/app-error.js';
import { type JsonObject } from '../../../kernel/json.js';
import { ContentDocumentsService } from '../records/content-documents.service.js';
import { hasMoreValues } from './shape/has-more-values.js';
import { preserveFormData } from './shape/preserve-form-data.js';

/** A hundred times what the largest known form holds; so many are gone through in a fraction of a second. */
const VALUES_MAX = 200_000;

/** What forms do beside being documents. */
@Injectable()
export class FormsService {
  constructor(private readonly documents: ContentDocumentsService) {}

  /**
   * The data with its containers as the form has them; see `preserveFormData`. Nesting is bounded by the
   * reader of bodies.
   * @throws AppError `not-found`; `invalid-input` for more values than a form can have.
   */
  async preserve(form: string, data: JsonObject): Promise<JsonObject> {
    if (hasMoreValues(data, VALUES_MAX)) {
      const detail = `must hold no more than ${VALUES_MAX} values`;
      throw invalidInput([{ pointer: '#/data', detail }]);
    }
    const { document } = await this.documents.get('form', form);
    return preserveFormData(document, data);
  }
}

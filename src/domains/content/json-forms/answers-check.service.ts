import { Injectable } from '@nestjs/common';
import { type JsonObject } from '../../../kernel/json.js';
import { ContentDocumentsService } from '../records/content-documents.service.js';
import {
  type AnswersVerdict,
  validateAnswers,
} from '../../../cores/form-answers/validate-answers.js';

/** Holds answers to stored JSON forms, for other domains that take answers. */
@Injectable()
export class AnswersCheckService {
  constructor(private readonly documents: ContentDocumentsService) {}

  /** @throws AppError `not-found` */
  async check(formId: string, answers: JsonObject): Promise<AnswersVerdict> {
    const { document } = await this.documents.get('json-form', formId);
    return validateAnswers(document, answers);
  }

  /** The same for a form that is not stored. */
  async validate(form: JsonObject, answers: JsonObject): Promise<AnswersVerdict> {
    return validateAnswers(form, answers);
  }
}

import { Injectable } from '@nestjs/common';
import { conflict, invalidInput } from '../../../kernel/app-error.js';
import { isJsonObject, type JsonObject } from '../../../kernel/json.js';
import { AnswersCheckService } from '../../content/json-forms/answers-check.service.js';
import { ContentLookupService } from '../../content/records/content-lookup.service.js';

/** Holds the answers that start a job to the form of the trigger. */
@Injectable()
export class FormAnswersService {
  constructor(
    private readonly lookup: ContentLookupService,
    private readonly answers: AnswersCheckService,
  ) {}

  /**
   * The answers, completed by the defaults of the form. Forms that are no JSON forms say nothing that
   * could be checked.
   * @param formId id or name of the form, as the trigger has it; empty for none.
   * @throws AppError `invalid-input` with the place of each fault; `conflict` when the form is not here.
   */
  async checked(formId: string, answers: JsonObject): Promise<JsonObject> {
    if (formId === '') return answers;
    const reference = { id: formId, name: formId };
    const form = await this.lookup.find('json-form', reference);
    if (form) return this.validated(form.id, answers);
    if (await this.lookup.find('form', reference)) return answers;
    throw conflict(`JSON form '${formId}' not found: nothing can be held to it`, 'form-missing');
  }

  private async validated(formId: string, given: JsonObject): Promise<JsonObject> {
    const { errors, answers } = await this.answers.check(formId, given);
    if (errors.length === 0) return isJsonObject(answers) ? answers : given;
    const below = (pointer: string): string => `#/formData${pointer.slice(1)}`;
    throw invalidInput(errors.map(({ pointer, detail }) => ({ pointer: below(pointer), detail })));
  }
}

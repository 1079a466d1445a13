import { Body, Controller, Param } from '@nestjs/common';
import {
  CurrentIdentity,
  type PresentedIdentity,
} from '../../../api/request/presented-identity.decorator.js';
import { Operation } from '../../../api/operation.decorator.js';
import { invalidInput } from '../../../kernel/app-error.js';
import { AnswerMigrationService, type AnsweredVersion } from './answer-migration.service.js';
import { schemaHash } from '../../../cores/form-answers/schema-hash.js';
import { FormBindingsService } from './bindings/form-bindings.service.js';
import {
  MigrateAnswersAnswer,
  MigrateAnswersRequest,
  ResolveBindingsAnswer,
  ResolveBindingsRequest,
  ValidateAnswersAnswer,
  ValidateAnswersRequest,
} from './form-answers.dto.js';
import { JsonFormsService } from './json-forms.service.js';

/** Answers to JSON forms; nothing here is stored. */
@Controller()
export class FormAnswersController {
  constructor(
    private readonly forms: JsonFormsService,
    private readonly bindings: FormBindingsService,
    private readonly migration: AnswerMigrationService,
  ) {}

  @Operation('validateJsonFormAnswers', ValidateAnswersAnswer)
  async validateJsonFormAnswers(
    @Param('id') id: string,
    @Body() { formData, data }: ValidateAnswersRequest,
  ): Promise<ValidateAnswersAnswer> {
    const verdict = await this.forms.validate(id, formData ?? data ?? {});
    const { valid, errors, unchecked, answers } = verdict;
    return { valid, errors, unchecked, formData: answers };
  }

  @Operation('resolveJsonFormBindings', ResolveBindingsAnswer)
  async resolveJsonFormBindings(
    @Param('id') id: string,
    @Body() { formData = {}, fields }: ResolveBindingsRequest,
    @CurrentIdentity() identity: PresentedIdentity,
  ): Promise<ResolveBindingsAnswer> {
    return { fields: await this.bindings.resolve(id, { answers: formData, fields }, identity) };
  }

  @Operation('migrateJsonFormAnswers', MigrateAnswersAnswer)
  async migrateJsonFormAnswers(
    @Param('id') id: string,
    @Body() body: MigrateAnswersRequest,
  ): Promise<MigrateAnswersAnswer> {
    const from = versionOf(body);
    const form = await this.forms.get(id);
    const { answers, ...notes } = await this.migration.migrate(form, from, body.formData);
    return { formData: answers, formSchemaHash: schemaHash(form.document), ...notes };
  }
}

/** @throws AppError `invalid-input` when it is not said which version was answered. */
function versionOf({ fromRevision, fromSchemaHash }: MigrateAnswersRequest): AnsweredVersion {
  if (fromRevision !== undefined) return { revision: fromRevision };
  if (fromSchemaHash !== undefined) return { schemaHash: fromSchemaHash };
  throw invalidInput([{ pointer: '#', detail: 'needs fromRevision or fromSchemaHash' }]);
}

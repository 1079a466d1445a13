import { Injectable } from '@nestjs/common';
import { type RequestMarks } from '../../../api/http/current-call.decorator.js';
import { type ResponsibleAccount } from '../../../kernel/responsible-account.js';
import { AppError, notFound } from '../../../kernel/app-error.js';
import { type JsonObject } from '../../../kernel/json.js';
import { type Principal } from '../../../kernel/principal.js';
import { callerLimits } from '../../../platform/auth/caller-limits.js';
import { fromStored } from '../../../platform/database/storable.js';
import { MaintenanceService } from '../../../platform/maintenance/maintenance.service.js';
import { callOccurrence } from '../starting/job-id.js';
import { type StoredTrigger } from '../stored/stored-trigger.js';
import { readableAnswers } from '../stored/trigger-secrets.js';
import { TriggersService } from '../triggers/triggers.service.js';
import {
  FiredTriggersService,
  type FiringOutcome,
  type Occurrence,
  starterOf,
} from './fired-triggers.service.js';
import { FormAnswersService } from './form-answers.service.js';
import { formVariables, withDefaults } from './job-variables.js';
import { assertEnabled } from './assert-enabled.js';

/** Starts jobs of manual triggers, in the name of the caller. */
@Injectable()
export class ManualRunsService {
  constructor(
    private readonly triggers: TriggersService,
    private readonly answers: FormAnswersService,
    private readonly fired: FiredTriggersService,
    private readonly maintenance: MaintenanceService,
  ) {}

  /**
   * Starts a job with the answers of the caller; who may see the automation may start it.
   * @throws AppError `not-found`, `conflict` when it is switched off or starts nothing, `invalid-input`
   *   for answers that the form does not take; `unavailable` in maintenance.
   */
  async run(
    id: string,
    formData: JsonObject,
    principal: Principal,
    call: RequestMarks,
  ): Promise<FiringOutcome> {
    await this.maintenance.assertOff();
    const trigger = await this.triggers.get(id, principal);
    if (trigger.type !== 'manual') throw notFound('Manual trigger', id);
    assertEnabled(trigger);
    const mark = callOccurrence({ callerId: principal.id, ...call });
    const occurrence = { trigger, id: mark, chain: [] };
    const document = fromStored(trigger.document);
    const defaults = readableAnswers(document);
    const answers = await this.checked(occurrence, withDefaults(defaults, formData));
    const legacyWrapper = document['legacyWrapper'] === true;
    return this.fired.fire({
      ...occurrence,
      starter: starterOf(principal, callerLimits()),
      answerable: editorOf(trigger),
      variables: (inputSchema) => formVariables(answers, { legacyWrapper, inputSchema }),
    });
  }

  private async checked(occurrence: Occurrence, answers: JsonObject): Promise<JsonObject> {
    try {
      return await this.answers.checked(formOf(occurrence.trigger), answers);
    } catch (error) {
      // The caller is told what is wrong; those who look at the trigger, that something was.
      if (error instanceof AppError) await this.fired.note(occurrence, 'refused', error.detail);
      throw error;
    }
  }
}

/** Whoever runs a trigger begins with answers of its last editor. */
function editorOf({ updatedBy, updatedWith }: StoredTrigger): readonly ResponsibleAccount[] {
  return updatedBy === null ? [] : [{ id: updatedBy, limits: updatedWith }];
}

function formOf({ document }: StoredTrigger): string {
  const { formId } = fromStored(document);
  return typeof formId === 'string' ? formId : '';
}

import { Injectable } from '@nestjs/common';
import { conflict, type Fault, invalidInput } from '../../../kernel/app-error.js';
import { isJsonObject, type JsonObject } from '../../../kernel/json.js';
import { assertStorable } from '../../../platform/database/storable.js';
import { type TaskOutcome } from '../../../cores/engine/commands.js';
import { type FinishState } from '../../../cores/engine/finish-state.js';
import { JobValuesService } from '../store/values/job-values.service.js';
import { asksForSecrets, type GivenOutputs, givenOutputs, outputFaults } from './finish-request.js';
import { finishStatesOf, viewKind } from './manual-task-view.js';
import { TaskDetailsService } from './task-details.service.js';
import { TaskFormsService } from './task-forms.service.js';
import { type StoredManualTask } from './stored-manual-task.js';

/** How somebody finishes a task. */
export interface Finish {
  readonly finishState: FinishState;
  /** As the request has them. */
  readonly variables: JsonObject;
  /** What went wrong, for `error`. */
  readonly message: string | undefined;
}

/** What goes out of a form. */
const EXPORT = 'export';

/** Judges what somebody finishes a task with. */
@Injectable()
export class FinishOutcomesService {
  constructor(
    private readonly values: JobValuesService,
    private readonly details: TaskDetailsService,
    private readonly forms: TaskFormsService,
  ) {}

  /**
   * @throws AppError `invalid-input` for a state that the task does not offer, outputs that it does not have and
   *   answers that its form refuses; `conflict` for a form that is gone (`form-missing`).
   */
  async outcomeOf(task: StoredManualTask, given: Finish): Promise<TaskOutcome> {
    const { finishState, message } = given;
    const input = await this.values.read(task.jobId, this.values.decode(task.input));
    assertOffered(task.name, input, finishState);
    const outputs = givenOutputs(given.variables);
    assertStorable({ variables: given.variables });
    await this.assertNamed(task, outputs);
    if (finishState === 'error')
      return { finish: 'error', error: { message: message ?? 'Finished as an error' } };
    if (finishState === 'failure' || viewKind(task.name) !== 'form')
      return { finish: finishState, outputs: outputs.outputs };
    return this.answered(task, input, outputs);
  }

  /** The answers to a form, completed by its defaults. */
  private async answered(
    { name }: StoredManualTask,
    input: JsonObject,
    { outputs, pointer }: GivenOutputs,
  ): Promise<TaskOutcome> {
    const form = await this.forms.find(name, input);
    if (!form) throw conflict('The form of the task is not there any more', 'form-missing');
    const answers = outputs[EXPORT] ?? {};
    const at = `${pointer}/${EXPORT}`;
    if (!isJsonObject(answers)) throw invalidInput([{ pointer: at, detail: 'must be an object' }]);
    const verdict = await this.forms.check(form, answers);
    if (verdict.errors.length > 0) throw invalidInput(verdict.errors.map(within(at)));
    const secret = asksForSecrets([form.schema, form.uiSchema]);
    return {
      finish: 'success',
      outputs: { ...outputs, [EXPORT]: verdict.answers },
      ...(secret && { secret: true as const }),
    };
  }

  private async assertNamed(task: StoredManualTask, outputs: GivenOutputs): Promise<void> {
    if (Object.keys(outputs.outputs).length === 0) return;
    const document = await this.details.documentOf(task);
    const faults = outputFaults(outputs, declaredOutputs(task.name, document));
    if (faults.length > 0) throw invalidInput(faults);
  }
}

function assertOffered(name: string, input: JsonObject, finishState: FinishState): void {
  const offered = finishStatesOf(name, input);
  if (offered.has(finishState)) return;
  const detail = `must be one of ${[...offered].join(', ')}: the task offers nothing else`;
  throw invalidInput([{ pointer: '#/finish_state', detail }]);
}

function declaredOutputs(name: string, document: JsonObject | undefined): ReadonlySet<string> {
  const variables = document?.['variables'];
  const outgoing = isJsonObject(variables) ? variables['outgoing'] : undefined;
  const own = isJsonObject(outgoing) ? Object.keys(outgoing) : [];
  return new Set(viewKind(name) === 'form' ? [...own, EXPORT] : own);
}

function within(at: string): (fault: Fault) => Fault {
  return ({ pointer, detail }) => ({ pointer: at + pointer.slice(1), detail });
}

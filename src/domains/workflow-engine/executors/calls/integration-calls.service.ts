import { Injectable } from '@nestjs/common';
import { AppError } from '#kernel/app-error.js';
import { type JsonObject, type JsonValue } from '#kernel/json.js';
import { maskedText } from '#platform/secrets/secret-texts.js';
import { IntegrationCallerService } from '../../../integrations/calls/integration-caller.service.js';
import { type TaskOutcome } from '#cores/engine/commands.js';
import { type TaskInput } from '#cores/engine/pure-task.js';
import { type TaskCall } from '../../workers/task-executor.js';
import { callError, callResult, isWell, wordsOf } from './call-answer.js';
import { given } from './call-input.js';

/** Names of inputs that are no parameters of an operation. */
const OWN_INPUTS: ReadonlySet<string> = new Set(['adapter_id', 'body']);

/** Operations of integrations, as tasks call them: by name, with inputs named as their parameters. */
@Injectable()
export class IntegrationTaskCallsService {
  constructor(private readonly caller: IntegrationCallerService) {}

  /** Whether there is such an integration with such an operation. @throws AppError when it cannot be used */
  async has(integration: string, operation: string): Promise<boolean> {
    try {
      await this.caller.inputsOf(integration, operation);
      return true;
    } catch (error) {
      if (error instanceof AppError && error.kind === 'not-found') return false;
      throw error;
    }
  }

  /** @throws AppError as `IntegrationCallerService.call`; the reason of the task's signal. */
  async run(integration: string, { name, input, signal }: TaskCall): Promise<TaskOutcome> {
    const started = performance.now();
    const asked = { parameters: parametersOf(input), body: given(input, 'body') };
    const answer = await this.caller.call(integration, name, asked, signal);
    const read = { ...answer, ms: performance.now() - started };
    if (isWell(read)) return callResult(read);
    const said = wordsOf(read.body);
    return callError({
      source: integration,
      code: 'upstream-refused',
      detail: `The system of integration '${integration}' answered ${String(read.status)}`,
      status: read.status,
      said: said === null ? null : maskedText(said),
    });
  }
}

function parametersOf(input: TaskInput): JsonObject {
  const names = Object.keys(input).filter((name) => !OWN_INPUTS.has(name));
  const values = names.flatMap((name): [string, JsonValue][] => {
    const value = given(input, name);
    return value === undefined ? [] : [[name, value]];
  });
  return Object.fromEntries(values);
}

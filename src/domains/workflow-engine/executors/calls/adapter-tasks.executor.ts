import { Injectable } from '@nestjs/common';
import { AppError } from '#kernel/app-error.js';
import { GENERIC_METHODS } from '#cores/workflow-graph/adapter-tasks.js';
import { type TaskOutcome } from '#cores/engine/commands.js';
import { type TaskCall, type TaskExecutor, type TaskType } from '../../workers/task-executor.js';
import { assertMayDo } from '../../workers/task-rights.js';
import { AdapterCallsService } from './adapter-calls.service.js';
import { callError } from './call-answer.js';
import { CallInputError, givenText, isRepeatable } from './call-input.js';
import { IntegrationTaskCallsService } from './integration-calls.service.js';

/** Adapters and integrations have times of their own; this ends what they do not. */
const DEADLINE_MS = 660_000;

/**
 * Tasks of adapters: a request through an adapter (`genericAdapterRequest`), or an operation of an
 * integration of that name. Their input `adapter_id` names either.
 */
@Injectable()
export class AdapterTasks implements TaskExecutor {
  readonly name = 'adapter';
  readonly leavesPlatform = true;
  readonly deadlineMs = DEADLINE_MS;

  constructor(
    private readonly adapters: AdapterCallsService,
    private readonly integrations: IntegrationTaskCallsService,
  ) {}

  handles({ location }: TaskType): boolean {
    return location === 'Adapter';
  }

  /** Operations of integrations count as not: their method is known only once they are called. */
  isIdempotent({ name, input }: Pick<TaskCall, 'name' | 'input'>): boolean {
    return GENERIC_METHODS.has(name) && isRepeatable(input['restMethod']);
  }

  async run(call: TaskCall): Promise<TaskOutcome> {
    const source = typeof call.input['adapter_id'] === 'string' ? call.input['adapter_id'] : '';
    try {
      return await this.called(call);
    } catch (error) {
      call.signal.throwIfAborted();
      if (error instanceof CallInputError) return failure(source, 'invalid-input', error.message);
      if (error instanceof AppError) return failure(source, error.code, detailOf(error));
      throw error;
    }
  }

  private async called(call: TaskCall): Promise<TaskOutcome> {
    const target = givenText(call.input, 'adapter_id');
    if (target === undefined) throw new CallInputError("'adapter_id' names no adapter");
    if (GENERIC_METHODS.has(call.name)) return this.adapters.run(target, call);
    if (await this.integrations.has(target, call.name)) {
      assertMayDo(call.users, 'callIntegration');
      return this.integrations.run(target, call);
    }
    throw new AppError(
      'not-found',
      `There is no integration '${target}' with an operation '${call.name}'; of adapters only ${[...GENERIC_METHODS].join(' and ')} can be called`,
      { code: 'unknown-method' },
    );
  }
}

function failure(source: string, code: string, detail: string): TaskOutcome {
  return callError({ source, code, detail, status: null, said: null });
}

/** Where the input is at fault, it is said where; neither holds a value. */
function detailOf({ detail, errors }: AppError): string {
  const places = errors.map(({ pointer, detail: fault }) => `${pointer} ${fault}`);
  return places.length === 0 ? detail : `${detail}: ${places.join('; ')}`;
}

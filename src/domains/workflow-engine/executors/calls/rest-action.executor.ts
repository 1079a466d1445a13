import { Injectable } from '@nestjs/common';
import { ownValue } from '#kernel/json-reading.js';
import { RestActionService } from '../../../orchestrator/rest-action.service.js';
import { type TaskOutcome } from '#cores/engine/commands.js';
import { type TaskCall, type TaskExecutor, type TaskType } from '../../workers/task-executor.js';
import { usersOf } from '../../workers/task-rights.js';
import { neededText, objectIn, textIn } from '../devices/device-input.js';
import { failedTask } from '../devices/failed-task.js';

/** Sends what a workflow says to an orchestrator (`restAction`), as operation 5 does. */
@Injectable()
export class RestActionTasks implements TaskExecutor {
  readonly name = 'rest-action';
  readonly leavesPlatform = true;
  readonly deadlineMs = 660_000;

  constructor(private readonly actions: RestActionService) {}

  handles({ app, name }: TaskType): boolean {
    return app === 'OrchestratorManager' && name === 'restAction';
  }

  isIdempotent(): boolean {
    return false;
  }

  async run({ input, users, signal }: TaskCall): Promise<TaskOutcome> {
    return failedTask(signal, async () => {
      const adapter = neededText(input, 'adapterId', 'adapter_id');
      const params = objectIn(input, 'params');
      const body = ownValue(input, 'body') === undefined ? {} : objectIn(input, 'body');
      const action = {
        path: neededText(params, 'path'),
        accept: textIn(params, 'accept') ?? '',
        contentType: textIn(params, 'contentType') ?? '',
      };
      const text = JSON.stringify({ body });
      const request = { params: action, body, text };
      // Of the roles, `TASK_OPERATIONS` says which.
      const { status } = await this.actions.send(adapter, request, usersOf(users, false));
      return { finish: 'success', output: [{ result: String(status) }] };
    });
  }
}

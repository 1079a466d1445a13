import { Injectable } from '@nestjs/common';
import { type TaskOutcome } from '#cores/engine/commands.js';
import { type TaskInput } from '#cores/engine/pure-task.js';
import { type JsonValue } from '#kernel/json.js';
import { ownValue } from '#kernel/json-reading.js';
import { TaskNotificationsService } from '../../../notifications/planning/task-notifications.service.js';
import { type TaskCall, type TaskExecutor, type TaskType } from '../../workers/task-executor.js';
import { fault, neededText } from '../devices/device-input.js';
import { failedTask } from '../devices/failed-task.js';

const RECIPIENTS_MAX = 50;

/** Tells people something (`notify`). The job goes on at once: a channel that does not answer holds up nothing. */
@Injectable()
export class NotifyTasks implements TaskExecutor {
  readonly name = 'notify';
  readonly leavesPlatform = true;
  readonly deadlineMs = 60_000;

  constructor(private readonly notifications: TaskNotificationsService) {}

  handles({ app, name, location }: TaskType): boolean {
    return location !== 'Adapter' && app === 'WorkFlowEngine' && name === 'notify';
  }

  isIdempotent(): boolean {
    return true;
  }

  async run({ input, iterationId, signal }: TaskCall): Promise<TaskOutcome> {
    return failedTask(signal, async () => {
      const message = {
        channel: neededText(input, 'channel'),
        subject: neededText(input, 'subject'),
        text: neededText(input, 'message', 'text', 'body'),
        to: recipientsIn(input),
      };
      return { finish: 'success', output: await this.notifications.send(iterationId, message) };
    });
  }
}

/** One address or a list of them. @throws AppError `invalid-input` */
function recipientsIn(input: TaskInput): readonly string[] {
  const given = ownValue(input, 'to') ?? [];
  const list: readonly JsonValue[] = Array.isArray(given) ? given : [given];
  const texts = list.filter((one): one is string => typeof one === 'string' && one !== '');
  if (list.length > RECIPIENTS_MAX) throw fault('to', `must not name more than ${RECIPIENTS_MAX}`);
  const isEmpty = given === '';
  if (texts.length !== list.length && !isEmpty) throw fault('to', 'must be addresses');
  return texts;
}

import { Injectable } from '@nestjs/common';
import { type JsonValue } from '#kernel/json.js';
import { ownList, ownObject, ownValue } from '#kernel/json-reading.js';
import { TemplateRunsService } from '../../../content/templates/template-runs.service.js';
import { type TaskOutcome } from '#cores/engine/commands.js';
import { type TaskInput } from '#cores/engine/pure-task.js';
import { type TaskCall, type TaskExecutor, type TaskType } from '../../workers/task-executor.js';
import { actingCaller, actingPrincipal } from './acting-principal.js';
import { fault, neededText, objectIn } from './device-input.js';
import { failedTask } from './failed-task.js';

/** Templates that compare what commands said before a change with what they said after it. */
@Injectable()
export class AnalyticTasks implements TaskExecutor {
  readonly name = 'analytic-template';
  readonly leavesPlatform = false;
  readonly deadlineMs = 120_000;

  constructor(private readonly runs: TemplateRunsService) {}

  handles({ app, name }: TaskType): boolean {
    return app === 'MOP' && ANALYTIC_TASKS.has(name);
  }

  isIdempotent(): boolean {
    return true;
  }

  async run({ input, name, actor, signal }: TaskCall): Promise<TaskOutcome> {
    return failedTask(signal, async () => {
      const isWrapped = name !== 'runAnalyticsTemplate';
      const request = {
        template: neededText(input, 'analytic_template_name', 'template', 'name'),
        pre: outputsIn(input, 'pre', isWrapped),
        post: outputsIn(input, 'post', isWrapped),
        variables: objectIn(input, 'variables'),
        store: false,
      };
      const given = { ...request, caller: actingCaller(actor) };
      const output = await this.runs.runAnalytic(given, actingPrincipal(actor));
      return { finish: 'success', output };
    });
  }
}

const ANALYTIC_TASKS: ReadonlySet<string> = new Set([
  'runAnalyticsTemplate',
  'runAnalyticsTemplateDevices',
]);

/** Outputs as a run of commands leaves them; those of devices may lie one deeper. */
function outputsIn(
  input: TaskInput,
  name: 'pre' | 'post',
  isWrapped: boolean,
): readonly JsonValue[] {
  const given = objectIn(input, name);
  const inner = isWrapped && Object.hasOwn(given, name) ? ownObject(given, name) : given;
  if (!Array.isArray(ownValue(inner, 'commands_results')))
    throw fault(name, 'must hold `commands_results`');
  return ownList(inner, 'commands_results');
}

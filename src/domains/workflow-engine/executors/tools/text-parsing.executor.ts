import { Injectable } from '@nestjs/common';
import { TextTemplateRunsService } from '../../../content/text-templates/text-template-runs.service.js';
import { type TaskOutcome } from '#cores/engine/commands.js';
import { type TaskCall, type TaskExecutor, type TaskType } from '../../workers/task-executor.js';
import { actingCaller } from '../devices/acting-principal.js';
import { fault, neededText, textIn } from '../devices/device-input.js';
import { failedTask } from '../devices/failed-task.js';

const OUTPUTS = ['text', 'data', 'output', 'rawOutput', 'input'] as const;

/**
 * Parses outputs of commands by TextFSM templates (`parseTemplate`): the rows, as objects by the names of the
 * template's values.
 */
@Injectable()
export class TextParsing implements TaskExecutor {
  readonly name = 'text-parsing';
  readonly leavesPlatform = false;
  readonly deadlineMs = 60_000;

  constructor(private readonly runs: TextTemplateRunsService) {}

  handles({ app, name }: TaskType): boolean {
    return app === 'TemplateBuilder' && name === 'parseTemplate';
  }

  isIdempotent(): boolean {
    return true;
  }

  async run({ input, actor, signal }: TaskCall): Promise<TaskOutcome> {
    return failedTask(signal, async () => {
      const template = neededText(input, 'template', 'name', 'templateName');
      const text = textIn(input, ...OUTPUTS);
      if (text === undefined) throw fault(OUTPUTS[0], 'must be the output of a command');
      const { rows } = await this.runs.parse(template, text, actingCaller(actor));
      return { finish: 'success', output: [...rows] };
    });
  }
}

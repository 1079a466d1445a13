import { Injectable } from '@nestjs/common';
import { type JsonObject, type JsonValue } from '#kernel/json.js';
import { ownList, ownValue } from '#kernel/json-reading.js';
import {
  type DeviceRun,
  TemplateDeviceRunsService,
} from '../../../content/templates/template-device-runs.service.js';
import { type TaskOutcome } from '#cores/engine/commands.js';
import { type TaskCall, type TaskExecutor, type TaskType } from '../../workers/task-executor.js';
import { actingCaller, actingPrincipal } from './acting-principal.js';
import { devicesIn, fault, neededText, objectIn } from './device-input.js';
import { failedTask } from './failed-task.js';

/** A template on thousands of devices, eight at a time. */
const DEADLINE_MS = 2 * 3600 * 1000;

type Work = (call: TaskCall) => Promise<JsonValue>;

/**
 * Commands and templates of commands on devices. They only read, so another try does no harm. What rules say is
 * part of the result: such a task ends in error only where it could not be run at all.
 */
@Injectable()
export class CommandTasks implements TaskExecutor {
  readonly name = 'command';
  readonly leavesPlatform = true;
  readonly deadlineMs = DEADLINE_MS;

  private readonly works: Readonly<Record<string, Work>> = {
    RunCommand: (call) => this.command(call),
    RunCommandDevices: (call) => this.command(call),
    RunCommandTemplate: (call) => this.template(call),
    RunCommandTemplateSingleCommand: (call) => this.singleCommand(call),
  };

  constructor(private readonly onDevices: TemplateDeviceRunsService) {}

  handles({ app, name }: TaskType): boolean {
    return app === 'MOP' && Object.hasOwn(this.works, name);
  }

  isIdempotent(): boolean {
    return true;
  }

  async run(call: TaskCall): Promise<TaskOutcome> {
    return failedTask(call.signal, async () => {
      const work = this.works[call.name];
      if (!work) throw fault('name', 'is no task of commands');
      return { finish: 'success', output: await work(call) };
    });
  }

  /** One command, as a template of its own without rules. */
  private async command({ input, actor, name, signal }: TaskCall): Promise<JsonValue> {
    const { names, isOne } = devicesIn(input);
    const template = { name, commands: [{ command: neededText(input, 'command'), rules: [] }] };
    const on = {
      variables: objectIn(input, 'variables'),
      devices: names,
      signal,
      caller: actingCaller(actor),
    };
    const result = await this.onDevices.runDocument(template, on, actingPrincipal(actor));
    return singleResults(result, isOne);
  }

  private async template(call: TaskCall): Promise<JsonValue> {
    return this.onDevices.run(deviceRun(call), actingPrincipal(call.actor));
  }

  private async singleCommand(call: TaskCall): Promise<JsonValue> {
    const { input, actor } = call;
    const index = Number(ownValue(input, 'commandIndex') ?? ownValue(input, 'command') ?? 0);
    const result = await this.onDevices.runSingle(deviceRun(call), index, actingPrincipal(actor));
    return singleResults(result, devicesIn(input).isOne);
  }
}

function deviceRun({ input, actor, signal }: TaskCall): DeviceRun {
  const template = neededText(input, 'template', 'templateId', 'templateName');
  const on = { variables: objectIn(input, 'variables'), devices: devicesIn(input).names };
  return { template, ...on, signal, caller: actingCaller(actor) };
}

/** What a command said on each device; of one device that is named by a text it is no list, unless it ran more than once. */
function singleResults(result: JsonObject, isOne: boolean): JsonValue {
  const entries = ownList(result, 'commands_results');
  const [first = null] = entries;
  return isOne && entries.length === 1 ? first : [...entries];
}

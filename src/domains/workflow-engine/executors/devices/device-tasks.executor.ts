import { Injectable } from '@nestjs/common';
import { type JsonValue } from '#kernel/json.js';
import { textOf } from '#kernel/json-reading.js';
import { type Principal } from '#kernel/principal.js';
import { DeviceAutomationService } from '#domains/device-changes/automating/device-automation.service.js';
import { type TaskOutcome } from '#cores/engine/commands.js';
import { type TaskCall, type TaskExecutor, type TaskType } from '../../workers/task-executor.js';
import { actingPrincipal } from './acting-principal.js';
import { fault, neededText, objectIn } from './device-input.js';
import { failedTask } from './failed-task.js';

/** One session with one device. */
const DEADLINE_MS = 15 * 60_000;
const APPLICATION = 'ConfigurationManager';

type Work = (call: TaskCall, principal: Principal) => Promise<JsonValue>;

/** Devices and backups, as tasks ask for them. A backup of a configuration that is kept already makes no new version, so another try does no harm. */
@Injectable()
export class DeviceTasks implements TaskExecutor {
  readonly name = 'device';
  readonly leavesPlatform = true;
  readonly deadlineMs = DEADLINE_MS;

  private readonly works: Readonly<Record<string, Work>> = {
    getDevice: async ({ input }, by) => this.devices.get(nameIn(input), by),
    getDevicesFiltered: async ({ input }, by) => this.devices.list(objectIn(input, 'options'), by),
    isAlive: async ({ input, signal }, by) => ({
      ...(await this.devices.isAlive(nameIn(input), by, { signal, deadlineMs: DEADLINE_MS })),
    }),
    backUpDevice: async (call, by) => this.backUp(call, by),
    getDeviceBackupById: async ({ input }, by) =>
      this.devices.backup(neededText(input, 'id', 'backupId'), by),
  };

  constructor(private readonly devices: DeviceAutomationService) {}

  handles({ app, name }: TaskType): boolean {
    return app === APPLICATION && Object.hasOwn(this.works, name);
  }

  isIdempotent(): boolean {
    return true;
  }

  async run(call: TaskCall): Promise<TaskOutcome> {
    return failedTask(call.signal, async () => {
      const work = this.works[call.name];
      if (!work) throw fault('name', 'is no task of devices');
      return { finish: 'success', output: await work(call, actingPrincipal(call.actor)) };
    });
  }

  private async backUp({ input, actor, signal }: TaskCall, by: Principal): Promise<JsonValue> {
    const { description, notes } = objectIn(input, 'options');
    const words = { description: textOf(description), notes: textOf(notes) };
    const whose = { ...words, by: actor?.username ?? null };
    return this.devices.backUp(nameIn(input), whose, by, { signal, deadlineMs: DEADLINE_MS });
  }
}

function nameIn(input: TaskCall['input']): string {
  return neededText(input, 'name', 'device', 'deviceName');
}

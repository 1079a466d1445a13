import { Injectable } from '@nestjs/common';
import { invalidInput } from '../../../kernel/app-error.js';
import { foldText } from '../../../kernel/folded-text.js';
import { jsonPointer } from '../../../kernel/json-pointer.js';
import { type Principal } from '../../../kernel/principal.js';
import { DevicesRepository } from '../inventory/devices.repository.js';
import { type DeviceGroup } from './device-group.js';

/** The devices of groups, as somebody may see them: being in a group tells nobody of a device. */
@Injectable()
export class GroupedDevicesService {
  constructor(private readonly devices: DevicesRepository) {}

  /** The groups with those devices alone that there are and that the caller may see. */
  async seen(
    groups: readonly DeviceGroup[],
    principal: Principal,
  ): Promise<readonly DeviceGroup[]> {
    const names = await this.devices.findNames(
      groups.flatMap(({ devices }) => devices),
      principal,
    );
    return groups.map((group) => ({ ...group, devices: named(group.devices, names) }));
  }

  /**
   * What to store where somebody names the devices of a group: of the present ones, those stay that
   * the caller may not see.
   * @param place of the names in the request, as keys.
   * @throws AppError `invalid-input` for devices that are not here, or that the caller may not see.
   */
  async toStore(
    given: readonly string[],
    present: readonly string[],
    { principal, place }: { readonly principal: Principal; readonly place: readonly string[] },
  ): Promise<readonly string[]> {
    const visible = await this.devices.findNames([...given, ...present], principal);
    const faults = given.flatMap((name, at) =>
      visible.has(foldText(name))
        ? []
        : [{ pointer: jsonPointer([...place, at]), detail: 'names no device that is here' }],
    );
    if (faults.length > 0) throw invalidInput(faults);
    const unseen = present.filter((name) => !visible.has(foldText(name)));
    const kept = await this.devices.findNames(unseen, null);
    return [...new Set([...named(given, visible), ...named(unseen, kept)])];
  }
}

/** Those that there are, as they are called. */
function named(names: readonly string[], found: ReadonlyMap<string, string>): readonly string[] {
  return names.flatMap((name) => found.get(foldText(name)) ?? []);
}

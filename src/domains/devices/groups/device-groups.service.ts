import { Injectable } from '@nestjs/common';
import { notFound } from '../../../kernel/app-error.js';
import {
  assertMayRead,
  assertMayWrite,
  type GuardedObject,
  mayRead,
} from '../../../kernel/gbac.js';
import { type Page } from '../../../kernel/page.js';
import { type Principal } from '../../../kernel/principal.js';
import { type StoredList } from '../../../platform/database/lists/stored-filter.js';
import { type DeviceGroup } from './device-group.js';
import { DeviceGroupsRepository } from './device-groups.repository.js';

/** Finds groups of devices, by the gbac of each. */
@Injectable()
export class DeviceGroupsService {
  constructor(private readonly groups: DeviceGroupsRepository) {}

  /** Reads parts of the groups that the caller may see. */
  listFor(principal: Principal): (part: StoredList) => Promise<Page<DeviceGroup>> {
    return (part) => this.groups.list(part, principal);
  }

  /** @throws AppError `not-found` where the caller may not see it. */
  async get(id: string, principal: Principal): Promise<DeviceGroup> {
    return readable(await this.groups.find(id), id, principal);
  }

  /** @throws AppError `not-found` where the caller may not see it. */
  async getByName(name: string, principal: Principal): Promise<DeviceGroup> {
    return readable(await this.groups.findByName(name), name, principal);
  }

  /** Names of the devices in groups, by ids or names of these; for rules of administrators. */
  async devicesOf(groups: readonly string[]): Promise<readonly string[]> {
    const found = await Promise.all(
      groups.map(async (group) => (await this.groups.find(group)) ?? this.groups.findByName(group)),
    );
    return [...new Set(found.flatMap((group) => group?.devices ?? []))];
  }

  /** @throws AppError `not-found` where the caller may not see it, `forbidden` where not change it. */
  async writable(id: string, principal: Principal): Promise<DeviceGroup> {
    const found = await this.get(id, principal);
    assertMayWrite(principal, guardedGroup(found, id));
    return found;
  }

  /** Those of the ids that there are and that the caller may see. @throws AppError `forbidden` */
  async removable(ids: readonly string[], principal: Principal): Promise<readonly DeviceGroup[]> {
    const groups: DeviceGroup[] = [];
    for (const id of new Set(ids)) {
      const found = await this.groups.find(id);
      if (!found || !mayRead(principal, 'ConfigurationManager', found.gbac).admitted) continue;
      assertMayWrite(principal, guardedGroup(found, id));
      groups.push(found);
    }
    return groups;
  }
}

function readable(found: DeviceGroup | null, asked: string, principal: Principal): DeviceGroup {
  if (!found) throw notFound('Device group', asked);
  assertMayRead(principal, guardedGroup(found, asked));
  return found;
}

function guardedGroup({ gbac }: DeviceGroup, name: string): GuardedObject {
  return { what: 'Device group', name, application: 'ConfigurationManager', gbac };
}

import { Injectable } from '@nestjs/common';
import { assertRevision, staleRevision } from '../../../api/revision/stale-revision.js';
import { conflict } from '../../../kernel/app-error.js';
import { Clock } from '../../../kernel/clock.js';
import { foldText } from '../../../kernel/folded-text.js';
import { EVERYONE, guarded } from '../../../kernel/gbac.js';
import { IdSource } from '../../../kernel/ids.js';
import { type JsonObject } from '../../../kernel/json.js';
import { type Principal } from '../../../kernel/principal.js';
import { type AuditedObject } from '../../../platform/request-context/audited-change.js';
import { noteChange } from '../../../platform/audit/request-notes.js';
import { DeviceGbacService } from '../inventory/device-gbac.service.js';
import { type DeviceGroup, type DeviceGroupSettings } from './device-group.js';
import { type DeviceGroupChange, DeviceGroupsRepository } from './device-groups.repository.js';
import { GroupedDevicesService } from './grouped-devices.service.js';

const GROUPS_MAX = 1000;

/** What somebody writes of a group; absent members stay. */
export interface DeviceGroupWrite {
  readonly name?: string;
  readonly description?: string | null;
  readonly devices?: readonly string[];
  readonly gbac?: object | null;
}

/** The same of a new one. */
export interface NewDeviceGroup extends DeviceGroupWrite {
  readonly name: string;
}

type PresentGroup = DeviceGroupSettings & Pick<DeviceGroup, 'gbac'>;

/** Where in the request the members of a write lie. */
export interface WritePlace {
  /** Of the devices, as keys. */
  readonly devices: readonly string[];
  /** Pointer of the object that has `gbac`. */
  readonly gbac: string;
}

/** Makes, changes and deletes groups of devices. */
@Injectable()
export class DeviceGroupEditsService {
  constructor(
    private readonly groups: DeviceGroupsRepository,
    private readonly devices: GroupedDevicesService,
    private readonly gbac: DeviceGbacService,
    private readonly ids: IdSource,
    private readonly clock: Clock,
  ) {}

  /** @throws AppError `invalid-input`; `conflict` for a taken name, or too many of them. */
  async create(write: NewDeviceGroup, place: WritePlace, by: Principal): Promise<DeviceGroup> {
    if ((await this.groups.count()) >= GROUPS_MAX)
      throw conflict(`There can be at most ${GROUPS_MAX} groups of devices`, 'too-many');
    const change = await this.toChange(NOTHING, { devices: [], ...write }, place, by);
    const { updated: created, updatedBy: createdBy } = change;
    const group = { ...change, _id: this.ids.next(), revision: 1, created, createdBy };
    await this.groups.insert(group);
    noteChange({ object: objectOf(group), before: null, after: noted(group) });
    return group;
  }

  /** @throws AppError `invalid-input`, `conflict`, `precondition-failed`. */
  async change(
    present: DeviceGroup,
    write: DeviceGroupWrite,
    { place, expected }: { readonly place: WritePlace; readonly expected: number | undefined },
    by: Principal,
  ): Promise<DeviceGroup> {
    assertRevision(present.revision, expected);
    const change = await this.toChange(present, write, place, by);
    if (!(await this.groups.replace(present._id, present.revision, change)))
      throw staleRevision(expected);
    const changed = { ...present, ...change, revision: present.revision + 1 };
    noteChange({ object: objectOf(changed), before: noted(present), after: noted(changed) });
    return changed;
  }

  /** @returns how many were there still. */
  async removeAll(groups: readonly DeviceGroup[]): Promise<number> {
    let deleted = 0;
    for (const group of groups) {
      if (!(await this.groups.remove(group._id, group.revision))) throw staleRevision(undefined);
      noteChange({ object: objectOf(group), before: noted(group), after: null });
      deleted++;
    }
    return deleted;
  }

  /** What a write makes of a group: members that it does not say stay. */
  private async toChange(
    present: PresentGroup,
    { name = present.name, description, devices, gbac }: DeviceGroupWrite,
    place: WritePlace,
    principal: Principal,
  ): Promise<DeviceGroupChange> {
    const where = { principal, place: place.devices };
    return {
      name,
      nameFolded: foldText(name),
      description: description === undefined ? present.description : (description ?? ''),
      devices: devices
        ? await this.devices.toStore(devices, present.devices, where)
        : present.devices,
      ...(gbac === undefined ? guarded(present.gbac) : await this.gbac.guard(gbac, place.gbac)),
      updated: this.clock.now(),
      updatedBy: principal.username,
    };
  }
}

const NOTHING: PresentGroup = {
  name: '',
  description: '',
  devices: [],
  gbac: { read: [], write: [] },
};

/** What events call it: those do not name one that only some may see. */
function objectOf({ _id, name, readers }: DeviceGroup): AuditedObject {
  return { type: 'device-group', id: _id, name, hidden: !readers.includes(EVERYONE) };
}

function noted({ name, description, devices, gbac }: DeviceGroup): JsonObject {
  const { read, write } = gbac;
  return { name, description, devices: [...devices], gbac: { read: [...read], write: [...write] } };
}

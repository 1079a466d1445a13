import { Injectable } from '@nestjs/common';
import { InjectModel } from '@nestjs/mongoose';
import { type Model, mongo, trusted } from 'mongoose';
import { foldText } from '../../../kernel/folded-text.js';
import { allOf, containsFilter, type TextFilter } from '../../../platform/database/text-match.js';
import { type Page } from '../../../kernel/page.js';
import { type Principal } from '../../../kernel/principal.js';
import { namesGuardedBy, readableBy } from '../../../platform/database/gbac-filter.js';
import { ListTotals } from '../../../platform/database/list-totals.js';
import { findPage } from '../../../platform/database/lists/find-page.js';
import { isDuplicateKey } from '../../../platform/database/mongo-failures.js';
import { type DeviceFilter, type DeviceList, type DeviceSelection } from './device-list.js';
import { type Device } from './device.js';
import { DEVICE_MODEL } from './device.schema.js';

/** Matches the devices of a selection: those that fit in any way. */
export function selectionFilter({ all, names, groups, types }: DeviceSelection): TextFilter {
  if (all) return {};
  const any = [
    ...(names.length > 0 ? [{ nameFolded: trusted({ $in: names.map(foldText) }) }] : []),
    ...(groups.length > 0 ? [{ groupsFolded: trusted({ $in: groups.map(foldText) }) }] : []),
    ...(types.length > 0 ? [{ type: trusted({ $in: types }) }] : []),
  ];
  return any.length === 0 ? { _id: '' } : { $or: any };
}

const LIST = 'devices';
/** As much as one query of a selection brings. */
const SELECTED_MAX = 1000;

/** What a change of ours writes. */
export type DeviceChange = Omit<Device, '_id' | 'revision' | 'created' | 'createdBy' | keyof State>;
type State = Pick<
  Device,
  'lastAttempt' | 'lastSuccess' | 'lastError' | 'lastBackup' | 'staleSince'
>;

/** The devices. Every change of what lists show is told to their totals. */
@Injectable()
export class DevicesRepository {
  constructor(
    @InjectModel(DEVICE_MODEL) private readonly devices: Model<Device>,
    private readonly totals: ListTotals,
  ) {}

  /** A part of the devices that the caller may see. */
  async list(query: DeviceList, principal: Principal): Promise<Page<Device>> {
    const { filter, sort, order, skip, limit } = query;
    const guard = readableBy(principal, 'ConfigurationManager');
    const conditions = allOf([...conditionsOf(filter), guard]);
    const part = { skip, limit };
    return findPage(this.devices, conditions, part, {
      sort: sort === 'type' ? { type: order, nameFolded: order, _id: order } : byName(order),
      hint: indexOf(query, guard),
      known: (count) => this.totals.known(LIST, conditions, count),
    });
  }

  /** Names of some that name a group of accounts. */
  async namesGuardedBy(groupId: string, limit: number): Promise<readonly string[]> {
    return namesGuardedBy(this.devices, groupId, limit);
  }

  async findByName(name: string): Promise<Device | null> {
    return this.devices.findOne({ nameFolded: foldText(name) }).lean<Device>();
  }

  async findById(_id: string): Promise<Device | null> {
    return this.devices.findOne({ _id }).lean<Device>();
  }

  /** Those of the names that there are, in no order. */
  async findNamed(names: readonly string[]): Promise<readonly Device[]> {
    const folded = [...new Set(names.map(foldText))];
    return this.devices
      .find({ nameFolded: trusted({ $in: folded }) })
      .hint('name')
      .lean<Device[]>();
  }

  /**
   * Names of those that there are and that somebody may see, by the folded ones.
   * @param principal null for the platform itself.
   */
  async findNames(
    names: readonly string[],
    principal: Principal | null,
  ): Promise<ReadonlyMap<string, string>> {
    const guard = principal ? readableBy(principal, 'ConfigurationManager') : {};
    const hint = Object.keys(guard).length === 0 ? 'name' : 'readable';
    const folded = [...new Set(names.map(foldText))];
    const found = new Map<string, string>();
    for (let at = 0; at < folded.length; at += SELECTED_MAX) {
      const some = { nameFolded: trusted({ $in: folded.slice(at, at + SELECTED_MAX) }) };
      const devices = await this.devices
        .find(allOf([some, guard]), { name: 1, nameFolded: 1 })
        .hint(hint)
        .lean<Pick<Device, 'name' | 'nameFolded'>[]>();
      for (const { name, nameFolded } of devices) found.set(nameFolded, name);
    }
    return found;
  }

  /**
   * Some of the devices that fit a selection, in the order of their ids.
   * @param after the id after which to go on; `""` at first.
   */
  async select(selection: DeviceSelection, after: string): Promise<readonly Device[]> {
    const beyond = { _id: trusted({ $gt: after }) };
    return this.devices
      .find(allOf([beyond, selectionFilter(selection)]))
      .sort({ _id: 1 })
      .limit(SELECTED_MAX)
      .lean<Device[]>();
  }

  /**
   * Writes new devices.
   * @returns ids of those whose name somebody else has.
   */
  async insertMany(devices: readonly Device[]): Promise<ReadonlySet<string>> {
    if (devices.length === 0) return new Set();
    try {
      await this.totals.whileChanging(LIST, () =>
        this.devices.collection.insertMany(devices as never[], { ordered: false }),
      );
      return new Set();
    } catch (error) {
      if (!(error instanceof mongo.MongoBulkWriteError) || !isDuplicateKey(error)) throw error;
      const refused = [error.writeErrors].flat().map(({ index }) => devices[index]?._id ?? '');
      return new Set(refused);
    }
  }

  /** @returns false when it no longer has this revision. */
  async replace(_id: string, revision: number, change: DeviceChange): Promise<boolean> {
    const { matchedCount } = await this.totals.whileChanging(LIST, () =>
      this.devices
        .updateOne({ _id, revision }, { $set: { ...change, revision: revision + 1 } })
        .exec(),
    );
    return matchedCount === 1;
  }

  /** @returns false when it no longer has this revision. */
  async remove(_id: string, revision: number): Promise<boolean> {
    const { deletedCount } = await this.totals.whileChanging(LIST, () =>
      this.devices.deleteOne({ _id, revision }).exec(),
    );
    return deletedCount === 1;
  }
}

function conditionsOf({ name, host, types, groups, exact }: DeviceFilter): readonly TextFilter[] {
  const match = (field: 'name' | 'host', text: string | undefined): TextFilter => {
    if (text === undefined || text === '') return {};
    const path = `${field}Folded`;
    return exact
      ? { [path]: foldText(text) }
      : containsFilter(path, text, `#/options/filter/${field}`);
  };
  return [
    match('name', name),
    match('host', host),
    types ? { type: trusted({ $in: types }) } : {},
    groups?.length ? { groupsFolded: trusted({ $in: groups.map(foldText) }) } : {},
  ];
}

/** Texts are compared in an index only where that holds no list. */
function indexOf({ filter, sort }: DeviceList, guard: TextFilter): string {
  const { name, host, types, groups } = filter;
  if (sort === 'type') return 'type';
  if (types) return 'type';
  if (groups?.length) return 'groups';
  const isForAll = Object.keys(guard).length === 0;
  return isForAll || Boolean(name) || Boolean(host) ? 'list' : 'readable';
}

function byName(order: 1 | -1): Record<string, 1 | -1> {
  return { nameFolded: order, _id: order };
}

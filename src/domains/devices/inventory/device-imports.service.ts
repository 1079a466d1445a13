import { Injectable } from '@nestjs/common';
import { AppError } from '../../../kernel/app-error.js';
import { foldText } from '../../../kernel/folded-text.js';
import { type Principal } from '../../../kernel/principal.js';
import { noteChange } from '../../../platform/audit/request-notes.js';
import { auditedDevice, notedDevice } from './audited-device.js';
import { type Device } from './device.js';
import { type DeviceWrite } from './device-write.js';
import { type DeviceEdit, DeviceWritesService } from './device-writes.service.js';
import { DevicesRepository } from './devices.repository.js';

/** One device of an import, or why it cannot be one. */
export type ReadDevice =
  | { readonly kind: 'read'; readonly name: string; readonly write: DeviceWrite }
  | { readonly kind: 'refused'; readonly name: string; readonly reason: string };

/** What became of one device of an import. */
export interface ImportOutcome {
  readonly name: string;
  readonly success: boolean;
  readonly message: string;
  readonly id: string | null;
}

interface Importing {
  readonly overwrites: boolean;
  readonly by: Principal;
  readonly present: ReadonlyMap<string, Device>;
  /** Made and not stored yet, by their places. */
  readonly fresh: Map<number, Device>;
  /** Names that items before this one have taken, folded. */
  readonly taken: Set<string>;
}

/** Makes many devices at once; each is judged by itself. */
@Injectable()
export class DeviceImportsService {
  constructor(
    private readonly devices: DevicesRepository,
    private readonly writes: DeviceWritesService,
  ) {}

  /** What became of each, in their order. */
  async importAll(
    items: readonly ReadDevice[],
    overwrites: boolean,
    by: Principal,
  ): Promise<readonly ImportOutcome[]> {
    const found = await this.devices.findNamed(items.map(({ name }) => name));
    const present = new Map(found.map((device) => [device.nameFolded, device]));
    const importing = { overwrites, by, present, fresh: new Map(), taken: new Set<string>() };
    const outcomes: ImportOutcome[] = [];
    for (const [at, item] of items.entries()) outcomes.push(await this.one(item, at, importing));
    return this.store(outcomes, importing.fresh);
  }

  private async one(item: ReadDevice, at: number, importing: Importing): Promise<ImportOutcome> {
    if (item.kind === 'refused') return failed(item.name, item.reason);
    const { name, write } = item;
    const folded = foldText(name);
    if (importing.taken.has(folded)) return failed(name, `Device '${name}' comes more than once`);
    importing.taken.add(folded);
    try {
      return await this.written({ name, write, pointer: `#/devices/${at}` }, at, importing);
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      return failed(name, error.detail);
    }
  }

  private async written(
    edit: DeviceEdit,
    at: number,
    { overwrites, by, present, fresh }: Importing,
  ): Promise<ImportOutcome> {
    const there = present.get(foldText(edit.name));
    if (there && !overwrites) return failed(edit.name, `Device '${edit.name}' already exists`);
    if (there) {
      const how = { extent: 'whole', expected: undefined, by } as const;
      const { _id } = await this.writes.write(there, edit, how);
      return { name: edit.name, success: true, message: 'Replaced', id: _id };
    }
    const made = await this.writes.made(edit, by);
    fresh.set(at, made);
    return { name: edit.name, success: true, message: 'Created', id: made._id };
  }

  private async store(
    outcomes: readonly ImportOutcome[],
    fresh: ReadonlyMap<number, Device>,
  ): Promise<readonly ImportOutcome[]> {
    const refused = await this.devices.insertMany([...fresh.values()]);
    for (const device of fresh.values())
      if (!refused.has(device._id))
        noteChange({ object: auditedDevice(device), before: null, after: notedDevice(device) });
    return outcomes.map((outcome, at) => {
      const made = fresh.get(at);
      if (!made || !refused.has(made._id)) return outcome;
      return failed(outcome.name, `Device '${outcome.name}' already exists`);
    });
  }
}

function failed(name: string, message: string): ImportOutcome {
  return { name, success: false, message, id: null };
}

import { Injectable } from '@nestjs/common';
import { type Fault, invalidInput } from '../../../kernel/app-error.js';
import { type RoleName } from '../../../kernel/principal.js';
import { GroupDirectory } from '../../../platform/auth/group-directory.js';
import { type AdapterAccess, type AdapterEntry } from './adapter.js';

type Entry = keyof AdapterAccess;
interface WrittenEntry {
  readonly roles?: readonly RoleName[];
  readonly groups?: readonly string[];
}
/** Who shall use an adapter, as a request says it. */
export type AccessRequest = Readonly<Partial<Record<Entry, WrittenEntry | null>>>;

/** Reads who shall use an adapter: roles by name, groups by id or, local ones, by name. */
@Injectable()
export class AdapterAccessReaderService {
  constructor(private readonly groups: GroupDirectory) {}

  /**
   * Undefined where nothing was said; of an entry that was not given the stored one stays.
   * @throws AppError `invalid-input` for groups that are not here.
   */
  async read(written: AccessRequest | undefined): Promise<Partial<AdapterAccess> | undefined> {
    if (written === undefined) return undefined;
    const [read, change] = await Promise.all([
      this.entry('read', written.read),
      this.entry('change', written.change),
    ]);
    return { ...(read !== undefined && { read }), ...(change !== undefined && { change }) };
  }

  private async entry(
    name: Entry,
    written: WrittenEntry | null | undefined,
  ): Promise<AdapterEntry | null | undefined> {
    if (written === null || written === undefined) return written;
    const { roles = [], groups = [] } = written;
    const ids = await Promise.all(groups.map((group) => this.groupOf(group)));
    const faults = ids.flatMap((id, at): readonly Fault[] => {
      const pointer = `#/access/${name}/groups/${String(at)}`;
      return id === undefined ? [{ pointer, detail: 'is not the id or name of a group' }] : [];
    });
    if (faults.length > 0) throw invalidInput(faults);
    return { roles: [...new Set(roles)], groups: [...new Set(ids.filter(isKnown))] };
  }

  private async groupOf(named: string): Promise<string | undefined> {
    return (await this.groups.resolve([named])).ids[0];
  }
}

function isKnown(id: string | undefined): id is string {
  return id !== undefined;
}

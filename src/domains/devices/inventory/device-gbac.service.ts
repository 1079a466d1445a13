import { Injectable } from '@nestjs/common';
import { invalidInput } from '../../../kernel/app-error.js';
import { guarded, type GuardedRecord } from '../../../kernel/gbac.js';
import { groupInWords, readGbac } from '../../../kernel/gbac-references.js';
import { type JsonValue } from '../../../kernel/json.js';
import { GroupDirectory } from '../../../platform/auth/group-directory.js';

/** Reads who may see and change a device, or a group of them. */
@Injectable()
export class DeviceGbacService {
  constructor(private readonly groups: GroupDirectory) {}

  /**
   * What to store of written groups; null for everyone.
   * @param pointer of the object in the request.
   * @throws AppError `invalid-input` for groups that are not here.
   */
  async guard(written: object | null, pointer: string): Promise<GuardedRecord> {
    if (written === null) return guarded({ read: [], write: [] });
    const place = `${pointer}/gbac`;
    const reading = readGbac(written as JsonValue, place); // a part of a parsed JSON body
    if (reading.kind === 'refused') throw invalidInput(reading.faults);
    const { gbac, unknown } = await this.groups.resolveGbac(reading.references);
    if (unknown.length === 0) return guarded(gbac);
    const named = unknown.map(groupInWords).join(', ');
    throw invalidInput([{ pointer: place, detail: `names groups that are not here: ${named}` }]);
  }
}

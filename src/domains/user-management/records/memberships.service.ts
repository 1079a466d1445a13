import { Injectable } from '@nestjs/common';
import { type Fault, invalidInput } from '../../../kernel/app-error.js';
import { foldText } from '../../../kernel/folded-text.js';
import { type Group } from '../stored/group.js';
import { GroupsRepository } from '../stored/groups.repository.js';
import { LOCAL_PROVENANCE } from '../stored/account.js';
import { RolesRepository } from '../stored/roles.repository.js';

const REFERENCE_LENGTH_MAX = 512;

/** What a caller refers to in a list, and where in the request that list stands. */
export interface References {
  readonly values: readonly string[];
  /** `#/account/groups` for example. */
  readonly pointer: string;
  /** What the record refers to already. Of these, what is gone meanwhile is passed over. */
  readonly present: readonly string[];
}

/** Finds the groups and roles that callers refer to. */
@Injectable()
export class MembershipsService {
  constructor(
    private readonly groups: GroupsRepository,
    private readonly roles: RolesRepository,
  ) {}

  /**
   * Ids of the groups that are meant by their id or their name, each once. A name that a group of
   * this platform has means that group, whatever groups of other provenance are called.
   * @throws AppError `invalid-input` for every one that is not there, or not clear
   */
  async groupIds(references: References): Promise<readonly string[]> {
    const values = references.values.filter(isShort);
    const namesFolded = values.map((value) => foldText(value.trim()));
    const known = values.length === 0 ? [] : await this.groups.findReferred(values, namesFolded);
    return resolved(references, (value) => {
      const meant = groupsMeant(value, known);
      if (meant.length > 1) return { fault: 'is the name of several groups; use the id of one' };
      return meant[0] ? { id: meant[0]._id } : { fault: 'is not the name or id of a group' };
    });
  }

  /**
   * Ids of the roles, each once.
   * @throws AppError `invalid-input` for every one that is not there
   */
  async roleIds(references: References): Promise<readonly string[]> {
    const values = references.values.filter(isShort);
    const known = values.length === 0 ? [] : await this.roles.findByIds(values);
    const ids = new Set(known.map(({ _id }) => _id));
    return resolved(references, (value) =>
      ids.has(value) ? { id: value } : { fault: 'is not the id of a role' },
    );
  }
}

/** Names and ids are; folding would turn a text of megabytes into one of many more. */
function isShort({ length }: string): boolean {
  return length <= REFERENCE_LENGTH_MAX;
}

function groupsMeant(value: string, known: readonly Group[]): readonly Group[] {
  if (!isShort(value)) return [];
  const byId = known.find(({ _id }) => _id === value);
  if (byId) return [byId];
  const folded = foldText(value.trim());
  const byName = known.filter(({ nameFolded }) => nameFolded === folded);
  const local = byName.find(({ provenance }) => provenance === LOCAL_PROVENANCE);
  return local ? [local] : byName;
}

type Resolution = { readonly id: string } | { readonly fault: string };

function resolved(
  { values, pointer, present }: References,
  resolve: (value: string) => Resolution,
): readonly string[] {
  const ids = new Set<string>();
  const faults: Fault[] = [];
  for (const [index, value] of values.entries()) {
    const resolution = resolve(value);
    if ('id' in resolution) ids.add(resolution.id);
    else if (!present.includes(value)) {
      faults.push({ pointer: `${pointer}/${index}`, detail: resolution.fault });
    }
  }
  if (faults.length > 0) throw invalidInput(faults);
  return [...ids];
}

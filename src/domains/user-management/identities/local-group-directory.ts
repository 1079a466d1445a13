import { Injectable } from '@nestjs/common';
import { foldText } from '../../../kernel/folded-text.js';
import { type GroupReference, type NamedGroup } from '../../../kernel/gbac-references.js';
import { GroupDirectory, type ResolvedGroups } from '../../../platform/auth/group-directory.js';
import { type Group } from '../stored/group.js';
import { GroupsRepository } from '../stored/groups.repository.js';

const LOCAL = 'local';

/** The groups of this platform. Inactive ones count: they give nothing now, and may later. */
@Injectable()
export class LocalGroupDirectory extends GroupDirectory {
  constructor(private readonly groups: GroupsRepository) {
    super();
  }

  override async resolve(references: readonly GroupReference[]): Promise<ResolvedGroups> {
    if (references.length === 0) return { ids: [], unknown: [] };
    const ids = references.filter((reference) => typeof reference === 'string');
    const names = references.map((one) => foldText(typeof one === 'string' ? one : one.name));
    const found = await this.groups.findReferred([...new Set(ids)], [...new Set(names)]);
    const resolved = references.map((reference) => ({ reference, id: idOf(reference, found) }));
    return {
      ids: [...new Set(resolved.flatMap(({ id }) => (id === undefined ? [] : [id])))],
      unknown: resolved.flatMap(({ reference, id }) => (id === undefined ? [reference] : [])),
    };
  }

  override async names(ids: readonly string[]): Promise<ReadonlyMap<string, NamedGroup>> {
    if (ids.length === 0) return new Map();
    const found = await this.groups.findReferred([...new Set(ids)], []);
    return new Map(found.map(({ _id, provenance, name }) => [_id, { provenance, name }]));
  }
}

function idOf(reference: GroupReference, groups: readonly Group[]): string | undefined {
  const byId = groups.find(({ _id }) => _id === reference);
  if (byId) return byId._id;
  // A text that is no id is the name of a group that was made here.
  const { provenance, name } =
    typeof reference === 'string' ? { provenance: LOCAL, name: reference } : reference;
  const nameFolded = foldText(name);
  return groups.find((one) => one.provenance === provenance && one.nameFolded === nameFolded)?._id;
}

import { Injectable } from '@nestjs/common';
import { groupIdsOf } from '../../../kernel/document-groups.js';
import { isJsonObject, type JsonObject } from '../../../kernel/json.js';
import { GroupDirectory } from '../../../platform/auth/group-directory.js';
import { type BrokenReference, REFERENCES_MAX, type Referrer } from './broken-reference.js';

/** Groups that are not here by id and are looked for by name. */
const NAMES_MAX = 20;

/** Judges the groups that workflows and their tasks name: they count by id, and not where they are unknown. */
@Injectable()
export class GroupReferenceValidatorService {
  constructor(private readonly groups: GroupDirectory) {}

  /** What each of the documents refers to in vain, in their order. */
  async validate(referrers: readonly Referrer[]): Promise<readonly (readonly BrokenReference[])[]> {
    const places = referrers.map(({ document }) => placesOf(document));
    const named = new Set(places.flat().flatMap(({ groups }) => groups));
    const looked = [...named].slice(0, REFERENCES_MAX);
    const known = await this.groups.names(looked);
    const missing = looked.filter((group) => !known.has(group));
    const faults = new Map(await this.faultsOf(missing));
    return places.map((some) => some.flatMap((place) => brokenAt(place, faults)));
  }

  private faultsOf(missing: readonly string[]): Promise<(readonly [string, string])[]> {
    return Promise.all(
      missing.map(async (group, at) => {
        const isLooked = at < NAMES_MAX;
        const [id] = isLooked ? (await this.groups.resolve([group])).ids : [];
        const what =
          id === undefined
            ? `group '${group}', which is not here`
            : `group '${group}' by its name; only its id counts, '${id}'`;
        return [group, what] as const;
      }),
    );
  }
}

interface Place {
  readonly path: readonly (string | number)[];
  readonly groups: readonly string[];
}

/** Where a document names groups: itself, and each of its tasks. */
function placesOf(document: JsonObject): readonly Place[] {
  const tasks = isJsonObject(document['tasks']) ? Object.entries(document['tasks']) : [];
  return [
    { path: ['groups'], groups: groupIdsOf(document['groups']) },
    ...tasks.flatMap(([id, task]) =>
      isJsonObject(task)
        ? [{ path: ['tasks', id, 'groups'], groups: groupIdsOf(task['groups']) }]
        : [],
    ),
  ];
}

function brokenAt(
  { path, groups }: Place,
  faults: ReadonlyMap<string, string>,
): readonly BrokenReference[] {
  return groups.flatMap((group) => {
    const what = faults.get(group);
    return what === undefined ? [] : [{ code: 'group-missing', path, what }];
  });
}

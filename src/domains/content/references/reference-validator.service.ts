import { Injectable } from '@nestjs/common';
import { groupIdsOf } from '../../../kernel/document-groups.js';
import { isJsonObject, type JsonObject } from '../../../kernel/json.js';
import { GroupDirectory } from '../../../platform/auth/group-directory.js';
import { TimeSlicer } from '../../../platform/concurrency/time-slicer.js';
import { AdapterReferenceValidatorService } from './adapter-reference-validator.service.js';
import {
  type BatchDocument,
  type BrokenReference,
  REFERENCES_MAX,
  type Referrer,
} from './broken-reference.js';
import { DocumentReferenceValidatorService } from './document-reference-validator.service.js';

/** Groups that are not here by id and are looked for by name. */
const GROUP_NAMES_MAX = 20;

/** Judges everything that documents refer to, for whoever saves, imports or only tries them. */
@Injectable()
export class ReferenceValidatorService {
  constructor(
    private readonly documents: DocumentReferenceValidatorService,
    private readonly adapters: AdapterReferenceValidatorService,
    private readonly groups: GroupDirectory,
  ) {}

  /**
   * What each of the documents refers to in vain, in their order.
   * @param along documents that are not here yet and count as if they were.
   */
  async validate(
    referrers: readonly Referrer[],
    along: readonly BatchDocument[] = [],
  ): Promise<readonly (readonly BrokenReference[])[]> {
    const turns = new TimeSlicer();
    // Each goes through the documents first: one begins when others have had their turn after the one before.
    const all = await Promise.all([
      this.documents.validate(referrers, along),
      turns.give().then(() => this.adapters.validate(referrers, along)),
      turns
        .give()
        .then(() => turns.give())
        .then(() => this.brokenGroups(referrers)),
    ]);
    return referrers.map((_, at) => all.flatMap((broken) => broken[at] ?? []));
  }

  /** Groups that workflows and their tasks name: they count by id, and not where they are unknown. */
  private async brokenGroups(
    referrers: readonly Referrer[],
  ): Promise<readonly (readonly BrokenReference[])[]> {
    const places = referrers.map(({ document }) => groupPlacesOf(document));
    const named = new Set(places.flat().flatMap(({ groups }) => groups));
    const looked = [...named].slice(0, REFERENCES_MAX);
    const known = await this.groups.names(looked);
    const missing = looked.filter((group) => !known.has(group));
    const faults = new Map(await this.groupFaults(missing));
    return places.map((some) => some.flatMap((place) => brokenAt(place, faults)));
  }

  private groupFaults(missing: readonly string[]): Promise<(readonly [string, string])[]> {
    return Promise.all(
      missing.map(async (group, at) => {
        const isLooked = at < GROUP_NAMES_MAX;
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

interface GroupPlace {
  readonly path: readonly (string | number)[];
  readonly groups: readonly string[];
}

/** Where a document names groups: itself, and each of its tasks. */
function groupPlacesOf(document: JsonObject): readonly GroupPlace[] {
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
  { path, groups }: GroupPlace,
  faults: ReadonlyMap<string, string>,
): readonly BrokenReference[] {
  return groups.flatMap((group) => {
    const what = faults.get(group);
    return what === undefined ? [] : [{ code: 'group-missing', path, what }];
  });
}

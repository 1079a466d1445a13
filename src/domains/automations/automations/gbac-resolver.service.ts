import { Injectable } from '@nestjs/common';
import { type GbacReferences, type GroupReference } from '../../../kernel/gbac-references.js';
import { GroupDirectory, type ResolvedGbac } from '../../../platform/auth/group-directory.js';

type NamedGroup = Exclude<GroupReference, string>;

/** Resolves the groups of many automations, each group once. */
@Injectable()
export class GbacResolverService {
  constructor(private readonly groups: GroupDirectory) {}

  /** In the order of what was given. */
  async resolveAll(all: readonly GbacReferences[]): Promise<readonly ResolvedGbac[]> {
    const references = all.flatMap(({ read, write }) => [...read, ...write]);
    const given = references.filter((one) => typeof one === 'string');
    const present = new Set((await this.groups.resolve([...new Set(given)])).ids);
    const named = await this.named(references.filter((one) => typeof one !== 'string'));
    const idOf = (one: GroupReference): string | undefined => {
      if (typeof one === 'string') return present.has(one) ? one : undefined;
      return named.get(keyOf(one));
    };
    const known = (some: readonly GroupReference[]): readonly string[] => [
      ...new Set(some.flatMap((one) => idOf(one) ?? [])),
    ];
    return all.map(({ read, write }) => ({
      gbac: { read: known(read), write: known(write) },
      unknown: [...read, ...write].filter((one) => idOf(one) === undefined),
    }));
  }

  /** Ids by provenance and name, one query for each group: few are named like this. */
  private async named(references: readonly NamedGroup[]): Promise<ReadonlyMap<string, string>> {
    const ids = new Map<string, string>();
    for (const [key, reference] of new Map(references.map((one) => [keyOf(one), one]))) {
      const [id] = (await this.groups.resolve([reference])).ids;
      if (id !== undefined) ids.set(key, id);
    }
    return ids;
  }
}

function keyOf({ provenance, name }: NamedGroup): string {
  return JSON.stringify([provenance, name]);
}

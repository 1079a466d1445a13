import { Injectable } from '@nestjs/common';
import {
  type GbacReferences,
  type GroupReference,
  type NamedGroup,
} from '../../../kernel/gbac-references.js';
import { type Gbac } from '../../../kernel/gbac.js';
import { isJsonObject, type JsonObject, type JsonValue } from '../../../kernel/json.js';
import { GroupDirectory, type ResolvedGbac } from '../../../platform/auth/group-directory.js';

/** Groups of automations: ids of those that documents name, and names of those that records hold. */
@Injectable()
export class GbacResolverService {
  constructor(private readonly groups: GroupDirectory) {}

  /** A document as other platforms can take it, where groups have other ids: with their names. */
  async withNames(document: JsonObject): Promise<JsonObject> {
    const { gbac } = document;
    if (!isJsonObject(gbac)) return document;
    const groups = Object.values(gbac).flat();
    const names = await this.groups.names(groups.filter((one) => typeof one === 'string'));
    const named = (one: JsonValue): JsonValue => {
      if (isJsonObject(one)) return pick(one, ['provenance', 'name']);
      const name = typeof one === 'string' ? names.get(one) : undefined;
      return name ? { ...name } : one;
    };
    const lists = Object.entries(gbac).map(([key, value]) => [
      key,
      Array.isArray(value) ? value.map(named) : value,
    ]);
    return { ...document, gbac: Object.fromEntries(lists) as JsonObject };
  }

  /** What the groups of objects are called, by their ids. */
  names(all: readonly Gbac[]): Promise<ReadonlyMap<string, NamedGroup>> {
    return this.groups.names([...new Set(all.flatMap(({ read, write }) => [...read, ...write]))]);
  }

  /** In the order of what was given. */
  async resolveAll(all: readonly GbacReferences[]): Promise<readonly ResolvedGbac[]> {
    const references = all.flatMap(({ read, write }) => [...read, ...write]);
    const given = references.filter((one) => typeof one === 'string');
    const found = await this.groups.resolve([...new Set(given)]);
    const ids = new Set(found.ids);
    const unknown = new Set(found.unknown);
    // A text that is no id and yet was found is a name.
    const names = given.filter((one) => !ids.has(one) && !unknown.has(one)).map(localGroup);
    const objects = references.filter((one) => typeof one !== 'string');
    const named = await this.named([...objects, ...names]);
    const idOf = (one: GroupReference): string | undefined => {
      if (typeof one !== 'string') return named.get(keyOf(one));
      return ids.has(one) ? one : named.get(keyOf(localGroup(one)));
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

/** A group that was made here. */
function localGroup(name: string): NamedGroup {
  return { provenance: 'local', name };
}

/** Without what is known of a group here alone. */
function pick(group: JsonObject, keys: readonly string[]): JsonObject {
  return Object.fromEntries(Object.entries(group).filter(([key]) => keys.includes(key)));
}

function keyOf({ provenance, name }: NamedGroup): string {
  return JSON.stringify([provenance, name]);
}

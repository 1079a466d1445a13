import { type Gbac } from '../../kernel/gbac.js';
import {
  type GbacReferences,
  type GroupReference,
  type NamedGroup,
} from '../../kernel/gbac-references.js';

/** What became of references to groups. */
export interface ResolvedGroups {
  /** Ids of those that exist, in the order of the references, each once. */
  readonly ids: readonly string[];
  /** The references that stand for no group. */
  readonly unknown: readonly GroupReference[];
}

/** Group-based access as it is stored, and what could not be resolved. */
export interface ResolvedGbac {
  readonly gbac: Gbac;
  readonly unknown: readonly GroupReference[];
}

/**
 * Knows which groups there are. A port, because groups belong to a domain and objects with
 * group-based access to others: user management implements it.
 */
export abstract class GroupDirectory {
  /** The groups behind ids or names; one query of each kind, however many references there are. */
  abstract resolve(references: readonly GroupReference[]): Promise<ResolvedGroups>;

  /** What groups are called, by their ids; nothing for those that are not there. */
  abstract names(ids: readonly string[]): Promise<ReadonlyMap<string, NamedGroup>>;

  /** Both lists of an object that comes from outside; with unknown groups it must not be stored. */
  async resolveGbac({ read, write }: GbacReferences): Promise<ResolvedGbac> {
    const [readers, writers] = await Promise.all([this.resolve(read), this.resolve(write)]);
    return {
      gbac: { read: readers.ids, write: writers.ids },
      unknown: [...readers.unknown, ...writers.unknown],
    };
  }
}

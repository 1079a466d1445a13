import { type RunningSystem } from '../../../cores/versions/running-system.js';
import {
  type CatalogueEntry,
  type IndexedEntry,
} from '#domains/catalogue/index/catalogue-entry.js';

/** What a package asks for, as it is written. */
export interface Dependency {
  readonly name: string;
  readonly range: string;
}

/** A version that lies in a repository. */
export type OfferedEntry = Pick<
  CatalogueEntry,
  | 'config'
  | 'ref'
  | 'name'
  | 'nameFolded'
  | 'version'
  | 'releaseKey'
  | 'line'
  | 'dependencies'
  | 'contentId'
  | 'integrity'
  | 'signature'
> &
  Pick<IndexedEntry, 'shelf' | 'mergedShelf'> & {
    /** Absent in entries that were written before it was kept. */
    readonly signatureText?: string | null;
  };

/** A package that is installed. */
export interface InstalledVersion {
  readonly id: string;
  readonly name: string;
  readonly nameFolded: string;
  readonly version: string;
  readonly revision: number;
  readonly dependencies: readonly Dependency[];
}

/** A package document that was sent along. */
export interface UploadedVersion {
  readonly at: number;
  readonly name: string;
  readonly nameFolded: string;
  readonly version: string;
  readonly dependencies: readonly Dependency[];
}

/** A version of a package that may be chosen, with where it comes from. */
export interface PackageVersion {
  readonly name: string;
  readonly version: string;
  readonly dependencies: readonly Dependency[];
  readonly from:
    | { readonly kind: 'installed'; readonly installed: InstalledVersion }
    | { readonly kind: 'uploaded'; readonly uploaded: UploadedVersion }
    | {
        readonly kind: 'offered';
        readonly entry: OfferedEntry;
        /** Entries of the same name and version, which stand behind this one. */
        readonly others: readonly OfferedEntry[];
      };
}

/** A package that is asked for, by folded name. */
export interface AskedPackage {
  readonly nameFolded: string;
  /** Only from this configuration; from all when undefined. */
  readonly config: string | undefined;
  /** Only this version; undefined for the best one. */
  readonly version: string | undefined;
}

/** All that a request touches: what is offered, what is installed, and what runs here. */
export interface PackageWorld {
  /** By folded name. */
  readonly offered: ReadonlyMap<string, readonly OfferedEntry[]>;
  readonly installed: ReadonlyMap<string, InstalledVersion>;
  readonly uploaded: ReadonlyMap<string, UploadedVersion>;
  readonly asked: ReadonlyMap<string, AskedPackage>;
  /** Folded names of what is removed. */
  readonly removed: ReadonlySet<string>;
  /** Applications and adapters; packages are told from the other fields. */
  readonly system: RunningSystem;
  /** Key of the running release. */
  readonly releaseKey: number;
  /** Configurations whose packages must be signed. */
  readonly signedConfigs: ReadonlySet<string>;
}

/** Whether a folded name means a package here, and no application or adapter. */
export function isPackageName(world: PackageWorld, nameFolded: string): boolean {
  return (
    world.offered.has(nameFolded) ||
    world.installed.has(nameFolded) ||
    world.uploaded.has(nameFolded)
  );
}

/** A package with what it depends on. */
interface OrderedNode {
  readonly nameFolded: string;
  readonly needs: readonly string[];
}

interface Visit {
  readonly node: OrderedNode;
  readonly rest: string[];
}

/**
 * Names with dependencies before those that need them; where packages need each other in a circle,
 * the first by name comes last. Without recursion: chains may be long.
 */
export function dependenciesFirst(nodes: readonly OrderedNode[]): readonly string[] {
  const byName = new Map(nodes.map((node) => [node.nameFolded, node]));
  const seen = new Set<string>();
  const done: string[] = [];
  const open: Visit[] = [];
  const enter = (name: string): void => {
    const node = byName.get(name);
    if (!node || seen.has(name)) return;
    seen.add(name);
    open.push({ node, rest: node.needs.toSorted().reverse() });
  };
  for (const name of [...byName.keys()].sort()) {
    enter(name);
    for (let visit = open.at(-1); visit; visit = open.at(-1)) {
      const next = visit.rest.pop();
      if (next !== undefined) {
        enter(next);
        continue;
      }
      done.push(visit.node.nameFolded);
      open.pop();
    }
  }
  return done;
}

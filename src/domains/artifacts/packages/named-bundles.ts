import { type Artifact } from '../../../connectors/registry/artifact.js';
import { type BundleName, bundleName, type BundleToInstall } from './install-plan.js';

/** A bundle with the name and the collection that its document will have. */
export interface NamedBundle extends BundleToInstall {
  readonly named: BundleName;
}

/** The bundles of a package under the names of their documents. */
export function namedBundles({
  name,
  bundles,
  manifestArtifacts,
}: Pick<Artifact, 'name' | 'bundles' | 'manifestArtifacts'>): readonly NamedBundle[] {
  return bundles.map(({ type, data }, position) => {
    const bundle = { type, data, manifestName: manifestArtifacts[position]?.name ?? '' };
    return { ...bundle, named: bundleName(name, bundle, position) };
  });
}

/** The first bundle whose name another one before it has; undefined where all differ. */
export function repeatedName(bundles: readonly NamedBundle[]): NamedBundle | undefined {
  const seen = new Set<string>();
  return bundles.find(({ named: { collection, nameFolded } }) => {
    const key = `${collection}\0${nameFolded}`;
    const isRepeated = seen.has(key);
    seen.add(key);
    return isRepeated;
  });
}

/** What belongs to each collection. */
export function byCollection<T extends { readonly collection: string }>(
  things: readonly T[],
): ReadonlyMap<string, readonly T[]> {
  const groups = new Map<string, T[]>();
  for (const thing of things) {
    const group = groups.get(thing.collection);
    if (group) group.push(thing);
    else groups.set(thing.collection, [thing]);
  }
  return groups;
}

import { foldText } from '../../../kernel/folded-text.js';
import { compareVersions } from '../../../cores/versions/version.js';
import {
  dependenciesFirst,
  type InstalledVersion,
  type PackageVersion,
  type PackageWorld,
} from './package-world.js';
import {
  type DuplicatePackage,
  type PackageAction,
  type RequiredBy,
  type ResolvedPackage,
  type ResolvedSource,
} from './resolution.js';

type Chosen = ReadonlyMap<string, PackageVersion>;

/** What becomes of each package: installs, dependencies first; then what is kept and needed. */
export function resolvedPackages(world: PackageWorld, chosen: Chosen): readonly ResolvedPackage[] {
  const requirers = requirersOf(chosen);
  const order = dependenciesFirst(
    [...chosen].map(([nameFolded, { dependencies }]) => ({
      nameFolded,
      needs: dependencies.map(({ name }) => foldText(name)),
    })),
  );
  const all = order.flatMap((nameFolded): ResolvedPackage[] => {
    const version = chosen.get(nameFolded);
    const requiredBy = requirers.get(nameFolded) ?? [];
    return version ? [toResolved(world, { nameFolded, version, requiredBy })] : [];
  });
  const changed = all.filter(({ action }) => action !== 'keep');
  const names = new Set(changed.map(({ name }) => name));
  const kept = all
    .filter(({ action }) => action === 'keep')
    .map((one) => ({ ...one, requiredBy: one.requiredBy.filter(({ name }) => names.has(name)) }));
  return [...changed, ...kept.filter(({ requiredBy }) => requiredBy.length > 0)];
}

function requirersOf(chosen: Chosen): ReadonlyMap<string, readonly RequiredBy[]> {
  const requirers = new Map<string, RequiredBy[]>();
  for (const { name, version, dependencies } of chosen.values()) {
    for (const { name: needed, range } of dependencies) {
      const folded = foldText(needed);
      requirers.set(folded, [...(requirers.get(folded) ?? []), { name, version, range }]);
    }
  }
  for (const list of requirers.values()) list.sort((a, b) => (a.name < b.name ? -1 : 1));
  return requirers;
}

function toResolved(
  world: PackageWorld,
  part: {
    readonly nameFolded: string;
    readonly version: PackageVersion;
    readonly requiredBy: readonly RequiredBy[];
  },
): ResolvedPackage {
  const { nameFolded, version, requiredBy } = part;
  const installed = world.installed.get(nameFolded);
  return {
    name: version.name,
    nameFolded,
    action: actionOf(version, installed),
    from: installed?.version ?? null,
    to: version.version,
    source: sourceOf(version),
    installed: installed
      ? { id: installed.id, revision: installed.revision, version: installed.version }
      : null,
    isAsked: world.asked.has(nameFolded) || world.uploaded.has(nameFolded),
    requiredBy,
  };
}

function actionOf({ from, version }: PackageVersion, installed?: InstalledVersion): PackageAction {
  if (from.kind === 'installed') return 'keep';
  if (!installed) return 'add';
  const difference = compareVersions(version, installed.version);
  if (difference === 0) return 'reinstall';
  return difference > 0 ? 'upgrade' : 'downgrade';
}

function sourceOf({ from }: PackageVersion): ResolvedSource | null {
  if (from.kind === 'installed') return null;
  if (from.kind === 'uploaded') return { kind: 'uploaded', at: from.uploaded.at };
  const { config, ref, contentId, integrity, signature, signatureText = null } = from.entry;
  return { kind: 'repository', config, ref, contentId, integrity, signature, signatureText };
}

/** Versions to install that lie in several places with several contents or configurations. */
export function duplicatesAmong(chosen: Chosen): readonly DuplicatePackage[] {
  return [...chosen.values()].flatMap(({ name, version, from }): DuplicatePackage[] => {
    if (from.kind !== 'offered') return [];
    const { config, ref, contentId } = from.entry;
    const others = from.others
      .map((other) => ({
        config: other.config,
        ref: other.ref,
        isSameContent: other.contentId === contentId,
      }))
      .filter((other) => other.config !== config || !other.isSameContent);
    if (others.length === 0) return [];
    const places = [...new Set(others.map((other) => `'${other.config}' at ${other.ref}`))];
    const message = `'${name}' ${version} is taken from '${config}' at ${ref}, not from ${places.join(', ')}: what the catalogue shows comes first, then the first configuration by name`;
    return [{ name, version, taken: { config, ref }, others, message }];
  });
}

/** What should be said of an outcome beside the packages themselves. */
export function notesOn(packages: readonly ResolvedPackage[]): readonly string[] {
  return packages
    .filter(({ action }) => action === 'downgrade')
    .map(({ name, from, to, requiredBy }) => {
      const [by] = requiredBy;
      const because = by ? `, as '${by.name}' requires ${by.range || 'it'}` : '';
      return `'${name}' goes back from ${from ?? ''} to ${to ?? ''}${because}`;
    });
}

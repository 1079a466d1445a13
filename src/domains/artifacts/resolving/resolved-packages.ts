import { foldText } from '../../../kernel/folded-text.js';
import { compareVersions } from '../../../cores/versions/version.js';
import { type InstalledVersion, type PackageWorld } from './package-world.js';
import { type PackageVersion } from './package-versions.js';
import {
  type DuplicatePackage,
  type InstalledState,
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
    if (!version) return [];
    return [
      toResolved(world, { nameFolded, version, requiredBy: requirers.get(nameFolded) ?? [] }),
    ];
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
    installed: installed ? toState(installed) : null,
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

function toState({ id, revision, version }: InstalledVersion): InstalledState {
  return { id, revision, version };
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
  for (const name of [...byName.keys()].sort()) {
    const open: Visit[] = [];
    enter(name, { byName, seen, open });
    for (let visit = open.at(-1); visit; visit = open.at(-1)) {
      const next = visit.rest.pop();
      if (next !== undefined) {
        enter(next, { byName, seen, open });
        continue;
      }
      done.push(visit.node.nameFolded);
      open.pop();
    }
  }
  return done;
}

function enter(
  name: string,
  walk: {
    readonly byName: ReadonlyMap<string, OrderedNode>;
    readonly seen: Set<string>;
    readonly open: Visit[];
  },
): void {
  const node = walk.byName.get(name);
  if (!node || walk.seen.has(name)) return;
  walk.seen.add(name);
  walk.open.push({ node, rest: node.needs.toSorted().reverse() });
}

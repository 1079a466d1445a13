import { foldText } from '../../../kernel/folded-text.js';
import { runningVersion } from '../../../cores/versions/running-system.js';
import { parseVersion } from '../../../cores/versions/version.js';
import { parseRange, rangeAllows } from '../../../cores/versions/version-range.js';
import { requiresMoreThan } from '../../../cores/versions/version-requirement.js';
import { type Candidate } from '../../../cores/solver/problem.js';
import {
  type Dependency,
  isPackageName,
  type PackageVersion,
  type PackageWorld,
} from './package-world.js';
import { type MismatchingRequirement, type MissingRequirement } from './resolution.js';

/** How requirements on what is no package count. */
export type Strictness = 'strict' | 'relaxed';

/** The version as the solver sees it. */
export function toCandidate(
  world: PackageWorld,
  version: PackageVersion,
  strictness: Strictness,
): Candidate {
  const { dependencies, from } = version;
  const requires = dependencies
    .map(({ name, range }) => ({ name: foldText(name), range }))
    .filter(({ name }) => isPackageName(world, name))
    .filter((requirement) => from.kind !== 'installed' || holdsNow(world, requirement));
  // What is installed runs already; only what it has may not be taken from it.
  const unmet = from.kind === 'installed' ? undefined : unmetHere(world, dependencies);
  return {
    version: version.version,
    requires,
    ...(strictness === 'strict' && unmet !== undefined && { unavailable: unmet }),
  };
}

/** A requirement that is broken already stays so: nobody asked for it to be mended. */
function holdsNow({ installed }: PackageWorld, { name, range }: Dependency): boolean {
  const found = installed.get(name);
  return found !== undefined && rangeAllows(parseRange(range), parseVersion(found.version));
}

/** What of the dependencies that are no packages does not run here, as a part of a sentence. */
function unmetHere(world: PackageWorld, dependencies: readonly Dependency[]): string | undefined {
  const unmet = dependencies.flatMap(({ name, range }) => {
    if (isPackageName(world, foldText(name))) return [];
    const running = runningVersion(world.system, name);
    const asked = `${name} ${range}`.trimEnd();
    if (running === undefined) return [asked];
    return requiresMoreThan(range, running) ? [`${asked} (${running} runs here)`] : [];
  });
  return unmet.length === 0 ? undefined : `needs what does not run here: ${unmet.join(', ')}`;
}

/** What packages ask for and would not find. */
export interface UnmetRequirements {
  readonly missing: readonly MissingRequirement[];
  readonly mismatching: readonly MismatchingRequirement[];
}

/**
 * What the packages to install would not find.
 * @param chosen all packages of the outcome, by folded name.
 */
export function unmetRequirements(
  world: PackageWorld,
  chosen: ReadonlyMap<string, PackageVersion>,
): UnmetRequirements {
  const asked = new Map<string, MissingRequirement>();
  for (const { name: by, dependencies, from } of chosen.values()) {
    if (from.kind === 'installed') continue;
    for (const { name: dependency, range } of dependencies) {
      const key = `${dependency}\0${range}`;
      const requiredBy = [...(asked.get(key)?.requiredBy ?? []), by];
      asked.set(key, { dependency, range, requiredBy });
    }
  }
  const judged = [...asked.values()].map((one) => ({
    ...one,
    requiredBy: one.requiredBy.toSorted(),
    found: foundVersion(world, chosen, one.dependency),
  }));
  return {
    missing: judged.flatMap(({ found, ...one }) => (found ? [] : [one])),
    mismatching: judged.flatMap(({ found, ...one }) =>
      found && !found.isEnough(one.range) ? [{ ...one, running: found.version }] : [],
    ),
  };
}

interface FoundVersion {
  readonly version: string;
  isEnough(range: string): boolean;
}

function foundVersion(
  world: PackageWorld,
  chosen: ReadonlyMap<string, PackageVersion>,
  dependency: string,
): FoundVersion | undefined {
  const folded = foldText(dependency);
  if (isPackageName(world, folded)) {
    const version = chosen.get(folded)?.version;
    if (version === undefined) return undefined;
    return { version, isEnough: (range) => rangeAllows(parseRange(range), parseVersion(version)) };
  }
  const version = runningVersion(world.system, dependency);
  if (version === undefined) return undefined;
  return { version, isEnough: (range) => !requiresMoreThan(range, version) };
}

/**
 * For people: which of the packages that stay as they are would find another one in a version that does
 * not do, and does now. It comes to that by force alone.
 */
export function brokenRequirements(
  { installed }: PackageWorld,
  chosen: ReadonlyMap<string, PackageVersion>,
): readonly string[] {
  return [...chosen.values()].flatMap(({ name: by, version, dependencies, from }) => {
    if (from.kind !== 'installed') return [];
    return dependencies.flatMap(({ name, range }) => {
      const before = installed.get(foldText(name))?.version;
      const after = chosen.get(foldText(name))?.version;
      if (before === undefined || after === undefined || before === after) return [];
      const allows = (one: string): boolean => rangeAllows(parseRange(range), parseVersion(one));
      if (!allows(before) || allows(after)) return [];
      return [`'${by}' ${version} requires ${name} ${range}, and will find ${after}`];
    });
  });
}

/** The unmet requirements as one list: `@acme/base ^2 (1.0.0 runs here)`. */
export function unmetWords({ missing, mismatching }: UnmetRequirements): readonly string[] {
  return [
    ...missing.map(({ dependency, range }) => `${dependency} ${range}`.trimEnd()),
    ...mismatching.map(
      ({ dependency, range, running }) => `${dependency} ${range} (${running} runs here)`,
    ),
  ];
}

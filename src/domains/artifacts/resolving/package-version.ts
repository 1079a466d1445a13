import { foldText } from '../../../kernel/folded-text.js';
import { runningVersion } from '../../../cores/versions/running-system.js';
import { parseVersion } from '../../../cores/versions/version.js';
import { parseRange, rangeAllows } from '../../../cores/versions/version-range.js';
import { requiresMoreThan } from '../../../cores/versions/version-requirement.js';
import { type Candidate } from '../../../cores/solver/problem.js';
import {
  type Dependency,
  type InstalledVersion,
  isPackageName,
  type OfferedEntry,
  type PackageWorld,
  type UploadedVersion,
} from './package-world.js';

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

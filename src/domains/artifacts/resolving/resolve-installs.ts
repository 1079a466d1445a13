import { type Demand, type SolvablePackage } from '../../../cores/solver/problem.js';
import { solve } from '../../../cores/solver/solve.js';
import { sortVersions, type SortedVersions } from '../../../cores/solver/sorted-versions.js';
import { type PackageVersion, type PackageWorld } from './package-world.js';
import {
  brokenRequirements,
  type Strictness,
  toCandidate,
  unmetRequirements,
  unmetWords,
} from './requirements.js';
import { versionsOf } from './version-choice.js';
import { duplicatesAmong, notesOn, resolvedPackages } from './resolved-packages.js';
import { type Resolution, type ResolutionProblem } from './resolution.js';

/** How a request treats what stands in its way. */
export interface InstallPolicy {
  /** Install although something is missing. */
  readonly isLenient: boolean;
  /** Take no dependencies along. */
  readonly isAlone: boolean;
}

type Chosen = ReadonlyMap<string, PackageVersion>;

/** Versions of one package, best first; read once for all attempts. */
interface ReadVersions {
  readonly list: readonly PackageVersion[];
  readonly sorted: SortedVersions;
}

type Versions = ReadonlyMap<string, ReadVersions>;

interface Attempt {
  readonly chosen: Chosen | null;
  readonly reasons: readonly string[];
}

const GIVEN_UP = 'The search for versions that go together was given up: there are too many ways.';

/**
 * Chooses versions for what is asked for: such that everything that is needed runs here; else, as a
 * forced installation would do it, whatever applications and adapters are missing; else the packages
 * alone that were asked for. What stands in the way of a lesser outcome is its problem.
 */
export function resolveInstalls(world: PackageWorld, policy: InstallPolicy): Resolution {
  const versions = new Map(
    namesOf(world).map((name): [string, ReadVersions] => {
      const list = versionsOf(world, name);
      return [name, { list, sorted: sortVersions(list.map(({ version }) => version)) }];
    }),
  );
  if (policy.isAlone) return alone(world, versions, policy);
  const strict = attempt(world, versions, 'strict');
  if (strict.chosen) return outcome(world, strict.chosen, []);
  const relaxed = attempt(world, versions, 'relaxed');
  if (relaxed.chosen) {
    const problems = policy.isLenient
      ? []
      : [notInstallable(world, relaxed.chosen, strict.reasons)];
    return outcome(world, relaxed.chosen, problems);
  }
  const detail = `No versions go together with ${askedWords(world, versions)}`;
  const problem: ResolutionProblem = { code: 'unsolvable', detail, reasons: relaxed.reasons };
  return outcome(world, aloneOf(world, versions), policy.isLenient ? [] : [problem]);
}

function alone(world: PackageWorld, versions: Versions, { isLenient }: InstallPolicy): Resolution {
  const chosen = aloneOf(world, versions);
  const unmet = unmetWords(unmetRequirements(world, chosen));
  const isRefused = unmet.length > 0 && !isLenient;
  return outcome(world, chosen, isRefused ? [notInstallable(world, chosen, [])] : []);
}

/** Everything that is there as it is, and the best versions of what was asked for. */
function aloneOf(world: PackageWorld, versions: Versions): Chosen {
  return new Map(
    [...versions].flatMap(
      ([
        name,
        {
          list: [best],
        },
      ]): [string, PackageVersion][] =>
        best && (world.installed.has(name) || isWanted(world, name)) ? [[name, best]] : [],
    ),
  );
}

function attempt(world: PackageWorld, versions: Versions, strictness: Strictness): Attempt {
  const packages = [...versions].map(([name, { list, sorted }]): SolvablePackage => {
    const [best] = list;
    return {
      name,
      ...(best && { label: best.name }),
      candidates: list.map((version) => toCandidate(world, version, strictness)),
      sorted,
      isKept: best?.from.kind === 'installed',
    };
  });
  const end = solve({ packages, demands: demandsOf(world) });
  if (end.kind === 'unsolvable') return { chosen: null, reasons: end.reasons };
  if (end.kind === 'given-up') return { chosen: null, reasons: [GIVEN_UP] };
  const chosen = [...end.chosen].flatMap(([name, at]): [string, PackageVersion][] => {
    const version = versions.get(name)?.list[at];
    return version ? [[name, version]] : [];
  });
  return { chosen: new Map(chosen), reasons: [] };
}

/** What was asked for in its order, and that what is installed stays in some version. */
function demandsOf(world: PackageWorld): readonly Demand[] {
  const wanted = [...world.asked.keys(), ...world.uploaded.keys()];
  const staying = [...world.installed.keys()].filter(
    (name) => !isWanted(world, name) && !world.removed.has(name),
  );
  return [
    ...wanted.map((name) => ({ name, range: '', why: 'asked for' })),
    ...staying.sort().map((name) => ({ name, range: '', why: 'installed' })),
  ];
}

function outcome(
  world: PackageWorld,
  chosen: Chosen,
  problems: readonly ResolutionProblem[],
): Resolution {
  const packages = resolvedPackages(world, chosen);
  const { missing, mismatching } = unmetRequirements(world, chosen);
  const notes = [
    ...notesOn(packages),
    ...otherThanShown(world, chosen),
    ...brokenRequirements(world, chosen),
  ];
  return { packages, missing, mismatching, duplicates: duplicatesAmong(chosen), notes, problems };
}

function otherThanShown(world: PackageWorld, chosen: Chosen): readonly string[] {
  return [...world.asked.keys()].flatMap((name) => {
    const [best] = versionsOf(world, name);
    const taken = chosen.get(name);
    if (!best || !taken || taken.version === best.version) return [];
    return [
      `'${taken.name}' is taken in version ${taken.version}, as ${best.version} does not fit here`,
    ];
  });
}

function notInstallable(
  world: PackageWorld,
  chosen: Chosen,
  reasons: readonly string[],
): ResolutionProblem {
  const unmet = unmetWords(unmetRequirements(world, chosen)).join(', ');
  const names = [...chosen].flatMap(([name, version]) =>
    isWanted(world, name) ? [version.name] : [],
  );
  const detail = `Package ${quoted(names)} needs what does not run here: ${unmet}`;
  return { code: 'not-installable', detail, reasons };
}

function askedWords(world: PackageWorld, versions: Versions): string {
  return quoted(
    namesOf(world)
      .filter((name) => isWanted(world, name))
      .map((name) => versions.get(name)?.list[0]?.name ?? name),
  );
}

function quoted(names: readonly string[]): string {
  return names.map((name) => `'${name}'`).join(', ');
}

function isWanted(world: PackageWorld, name: string): boolean {
  return world.asked.has(name) || world.uploaded.has(name);
}

function namesOf({ asked, uploaded, offered, installed }: PackageWorld): readonly string[] {
  return [
    ...new Set([...asked.keys(), ...uploaded.keys(), ...offered.keys(), ...installed.keys()]),
  ];
}

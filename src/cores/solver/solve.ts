import { explain } from './explanation.js';
import { PackageCatalogue } from './package-catalogue.js';
import { type GivenUp, type Problem, type Solution, type Unsolvable } from './problem.js';
import { Search } from './search.js';

/** Some hundred thousand a second: the search gives up rather than hold up everything else. */
const EFFORT_MAX = 1_000_000;

/**
 * Chooses a version of each package that is needed, so that every range holds. What was asked for
 * gets the best version that goes at all; then everything stays that may; then packages that come
 * along get the best versions that are left. The same problem always has the same solution, in
 * whatever order its packages come (ADR 0180).
 */
export function solve({
  packages,
  demands,
  effortMax = EFFORT_MAX,
}: Problem): Solution | Unsolvable | GivenUp {
  const end = new Search(new PackageCatalogue(packages), effortMax).run(demands);
  return end.kind === 'unsolvable' ? { kind: 'unsolvable', reasons: explain(end.proof) } : end;
}

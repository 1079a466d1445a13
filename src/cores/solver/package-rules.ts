import { firstChoice } from './choice-set.js';
import { addTerm, type Nogood } from './nogood.js';
import { type PackageCatalogue } from './package-catalogue.js';
import { type PackageTable } from './package-table.js';
import { type Candidate, type Demand, type Requirement } from './problem.js';

/** What the requirements of a problem say, as nogoods; each is made when it is first asked for. */
export class PackageRules {
  private readonly byCandidate = new Map<Candidate, readonly Nogood[]>();
  private readonly made = new Map<string, Nogood>();

  constructor(private readonly packages: PackageCatalogue) {}

  /** A demanded package comes to none of the choices that break the demand. */
  ofDemand(demand: Demand): Nogood {
    const of = this.packages.named(demand.name);
    return {
      terms: addTerm([], { of, set: of.refusedBy(demand.range) }),
      cause: { kind: 'demand', demand, needed: of },
    };
  }

  /** All that choosing a candidate would break or ask for. */
  ofCandidate(of: PackageTable, candidate: Candidate): readonly Nogood[] {
    const known = this.byCandidate.get(candidate);
    if (known) return known;
    const { unavailable, requires } = candidate;
    const nogoods = requires.map((requirement) => this.ofRequirement(of, candidate, requirement));
    if (unavailable !== undefined) nogoods.unshift(this.ofReason(of, unavailable));
    this.byCandidate.set(candidate, nogoods);
    return nogoods;
  }

  private ofReason(of: PackageTable, reason: string): Nogood {
    return this.once(`${of.place} ${reason}`, () => ({
      terms: [{ of, set: of.barredBy(reason) }],
      cause: { kind: 'unavailable', reason },
    }));
  }

  /** Speaks of the versions beside it as well, so that what is learned holds for all of them. */
  private ofRequirement(of: PackageTable, candidate: Candidate, requirement: Requirement): Nogood {
    const { name, range } = requirement;
    const set = of.requiringBeside(candidate, requirement);
    return this.once(`${of.place} ${firstChoice(set)} ${name} ${range}`, () => {
      const needed = this.packages.named(name);
      return {
        terms: addTerm([{ of, set }], { of: needed, set: needed.refusedBy(range) }),
        cause: { kind: 'requires', range, needed },
      };
    });
  }

  private once(key: string, make: () => Nogood): Nogood {
    const known = this.made.get(key);
    if (known) return known;
    const nogood = make();
    this.made.set(key, nogood);
    return nogood;
  }
}

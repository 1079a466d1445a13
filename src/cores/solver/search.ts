import { addChoice, firstChoice, hasChoice, isApart, isWithin, noChoice } from './choice-set.js';
import { type Nogood, resolveNogoods, type Term } from './nogood.js';
import { type PackageCatalogue } from './package-catalogue.js';
import { PackageRules } from './package-rules.js';
import { type PackageTable } from './package-table.js';
import { type Demand } from './problem.js';
import { type Step, Trail } from './trail.js';

/** How a search ended. */
export type SearchEnd =
  | { readonly kind: 'solved'; readonly chosen: ReadonlyMap<string, number> }
  /** The nogood has no terms: what it was derived from is the proof. */
  | { readonly kind: 'unsolvable'; readonly proof: Nogood }
  | { readonly kind: 'given-up' };

/** A package whose version is to be chosen; lower numbers come first. */
interface Turn {
  readonly of: PackageTable;
  readonly order: number;
}

/** Behind those that were asked for: what is there and may stay. */
const KEPT_ORDER = 1e6;
/** Behind both: the fewer choices, the sooner. */
const OTHERS_ORDER = 2e6;

/**
 * Searches as PubGrub does: a version is chosen, what follows from it is worked out, and from every
 * contradiction a nogood is learned that keeps the search from running into it again. Every nogood
 * follows from the requirements alone, so one without terms proves that nothing fits.
 */
export class Search {
  private readonly trail = new Trail();
  private readonly rules: PackageRules;
  private readonly nogoods: Nogood[][] = [];
  private readonly demanded = new Map<PackageTable, number>();
  /** Nogoods that have to be looked at, and packages whose nogoods have. */
  private readonly pending: Nogood[] = [];
  private readonly changed = new Set<PackageTable>();
  private readonly stated = new Set<Nogood>();
  private effort = 0;

  constructor(
    private readonly packages: PackageCatalogue,
    private readonly effortMax: number,
  ) {
    this.rules = new PackageRules(packages);
  }

  run(demands: readonly Demand[]): SearchEnd {
    demands.forEach((demand, at) => {
      const of = this.packages.named(demand.name);
      if (!this.demanded.has(of)) this.demanded.set(of, at);
      this.state(this.rules.ofDemand(demand));
    });
    while (this.effort < this.effortMax) {
      const conflict = this.propagate();
      if (conflict) {
        const learned = this.learn(conflict);
        if (learned.terms.length === 0) return { kind: 'unsolvable', proof: learned };
        this.state(learned);
        continue;
      }
      const turn = this.next();
      if (!turn) return { kind: 'solved', chosen: this.chosen() };
      this.choose(turn.of);
    }
    return { kind: 'given-up' };
  }

  /** Makes a nogood known and has it looked at. */
  private state(nogood: Nogood): void {
    this.pending.push(nogood);
    if (this.stated.has(nogood)) return;
    this.stated.add(nogood);
    for (const { of } of nogood.terms) (this.nogoods[of.place] ??= []).push(nogood);
  }

  /** Works out what follows; answers a nogood whose terms all hold, if there is one. */
  private propagate(): Nogood | null {
    for (;;) {
      const nogood = this.pending.pop();
      if (nogood) {
        if (!this.respect(nogood)) return nogood;
        continue;
      }
      const [of] = this.changed;
      if (!of) return null;
      this.changed.delete(of);
      const broken = this.respectAll(this.nogoods[of.place] ?? []);
      if (broken) {
        this.changed.add(of);
        return broken;
      }
    }
  }

  /** The newest first: what was learned last says most. */
  private respectAll(nogoods: readonly Nogood[]): Nogood | null {
    for (let at = nogoods.length - 1; at >= 0; at -= 1) {
      const nogood = nogoods[at];
      if (nogood && !this.respect(nogood)) return nogood;
    }
    return null;
  }

  /** Strikes what a nogood forbids now; false when its terms all hold. */
  private respect(nogood: Nogood): boolean {
    this.effort += 1;
    let open: Term | null = null;
    for (const term of nogood.terms) {
      const left = this.trail.leftOf(term.of);
      if (isWithin(left, term.set)) continue;
      if (open !== null || isApart(left, term.set)) return true;
      open = term;
    }
    if (open === null) return false;
    this.trail.strike(open, nogood);
    this.changed.add(open.of);
    return true;
  }

  /** Resolves a contradiction to a nogood that is of use where the search goes on. */
  private learn(conflict: Nogood): Nogood {
    let nogood = conflict;
    for (;;) {
      const satisfier = this.trail.satisfierOf(nogood);
      if (!satisfier) return nogood;
      const { step, previousLevel } = satisfier;
      if (step.cause === null || previousLevel < step.level) {
        this.trail.backTo(previousLevel);
        return nogood;
      }
      nogood = resolveNogoods(nogood, step.cause, step.of);
    }
  }

  private next(): Turn | null {
    let next: Turn | null = null;
    for (const step of this.trail.open()) {
      const turn = { of: step.of, order: this.orderOf(step) };
      if (next === null || isSooner(turn, next)) next = turn;
    }
    return next;
  }

  private orderOf({ of, left, count }: Step): number {
    if (of.isKept) return hasChoice(left, 0) ? KEPT_ORDER : OTHERS_ORDER + count;
    return this.demanded.get(of) ?? OTHERS_ORDER + count;
  }

  /** Takes the best version that is left, unless its requirements rule it out already. */
  private choose(of: PackageTable): void {
    const choice = firstChoice(this.trail.leftOf(of));
    const candidate = of.candidates[choice];
    const rules = candidate ? this.rules.ofCandidate(of, candidate) : [];
    const set = noChoice(of.absence + 1);
    addChoice(set, choice);
    const broken = rules.filter((rule) => this.isBrokenBy({ of, set }, rule));
    for (const rule of broken.length > 0 ? broken : rules) this.state(rule);
    if (broken.length > 0) return;
    this.trail.decide(of, set);
    this.changed.add(of);
  }

  /** Whether a nogood would hold with a choice. */
  private isBrokenBy(chosen: Term, { terms }: Nogood): boolean {
    return terms.every(({ of, set }) =>
      isWithin(of === chosen.of ? chosen.set : this.trail.leftOf(of), set),
    );
  }

  private chosen(): ReadonlyMap<string, number> {
    return new Map(
      this.trail.decisions().map(({ of, left }): [string, number] => [of.name, firstChoice(left)]),
    );
  }
}

function isSooner(a: Turn, b: Turn): boolean {
  return a.order === b.order ? a.of.place < b.of.place : a.order < b.order;
}

import {
  type ChoiceSet,
  countChoices,
  hasChoice,
  intersection,
  isWithin,
  without,
} from './choice-set.js';
import { type Nogood, type Term } from './nogood.js';
import { type PackageTable } from './package-table.js';

/** A step that narrowed the choices of a package. */
export interface Step {
  readonly of: PackageTable;
  readonly at: number;
  /** Number of decisions up to it. */
  readonly level: number;
  /** The choices that are left. */
  readonly left: ChoiceSet;
  readonly count: number;
  /** Null for a decision. */
  readonly cause: Nogood | null;
}

/** The step that made a nogood hold, and the level at which all else in it held already. */
export interface Satisfier {
  readonly step: Step;
  readonly previousLevel: number;
}

/** What was decided and what followed from it, in order. */
export class Trail {
  private readonly steps: Step[] = [];
  private readonly byPackage: Step[][] = [];
  private readonly needed = new Map<PackageTable, Step>();
  private level = 0;

  /** The choices that a package still has. */
  leftOf(of: PackageTable): ChoiceSet {
    return this.stepsOf(of).at(-1)?.left ?? of.all;
  }

  /** The packages that are needed and not decided, with what is left of them. */
  open(): Iterable<Step> {
    return this.needed.values();
  }

  /** The packages that were decided, with what is left of them. */
  decisions(): readonly Step[] {
    return this.steps.filter(({ cause }) => cause === null);
  }

  /** Takes one choice, for a try. */
  decide(of: PackageTable, choice: ChoiceSet): void {
    this.level += 1;
    this.push(of, choice, null);
  }

  /** Strikes choices that a nogood forbids. */
  strike(term: Term, cause: Nogood): void {
    this.push(term.of, without(this.leftOf(term.of), term.set), cause);
  }

  /** Takes back all steps above a level. */
  backTo(level: number): void {
    for (let last = this.steps.at(-1); last && last.level > level; last = this.steps.at(-1)) {
      this.steps.pop();
      this.stepsOf(last.of).pop();
      this.keepNeeded(last.of);
    }
    this.level = level;
  }

  /** Finds when a nogood came to hold; all of its terms hold now. */
  satisfierOf(nogood: Nogood): Satisfier | null {
    let last: { readonly term: Term; readonly step: Step } | null = null;
    let previousLevel = 0;
    for (const term of nogood.terms) {
      const step = this.firstWithin(term);
      if (!step) continue;
      if (last === null || step.at > last.step.at) {
        previousLevel = Math.max(previousLevel, last?.step.level ?? 0);
        last = { term, step };
      } else {
        previousLevel = Math.max(previousLevel, step.level);
      }
    }
    if (last === null) return null;
    const { term, step } = last;
    return { step, previousLevel: Math.max(previousLevel, this.levelBefore(term, step)) };
  }

  /** The level from which on a step alone is enough for a term. */
  private levelBefore({ of, set }: Term, step: Step): number {
    const struck = step.cause?.terms.find((term) => term.of === of)?.set;
    const kept = struck ? without(of.all, struck) : step.left;
    if (isWithin(kept, set)) return 0;
    const earlier = this.stepsOf(of).find(
      ({ at, left }) => at < step.at && isWithin(intersection(left, kept), set),
    );
    return earlier?.level ?? 0;
  }

  private firstWithin({ of, set }: Term): Step | undefined {
    return this.stepsOf(of).find(({ left }) => isWithin(left, set));
  }

  private push(of: PackageTable, left: ChoiceSet, cause: Nogood | null): void {
    const { level } = this;
    const step = { of, at: this.steps.length, level, left, count: countChoices(left), cause };
    this.steps.push(step);
    this.stepsOf(of).push(step);
    this.keepNeeded(of);
  }

  private keepNeeded(of: PackageTable): void {
    const last = this.stepsOf(of).at(-1);
    if (last?.cause && !hasChoice(last.left, of.absence)) this.needed.set(of, last);
    else this.needed.delete(of);
  }

  private stepsOf({ place }: PackageTable): Step[] {
    return (this.byPackage[place] ??= []);
  }
}

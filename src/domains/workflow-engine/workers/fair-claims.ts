import { type Claim, type ClaimsRepository, type TurnOf } from './claims.repository.js';

/** Whoever alone has work is taken from so often before others are asked for again. */
const ALONE_MAX = 8;
/** Of so many starters a node knows which of their families had the last turn. */
const STARTERS_MAX = 1000;
/** Another node may take what was found; then somebody else may be next. */
const TRIES_MAX = 4;

/** Starters take turns, and in each turn of a starter the next of their families; on each node for itself. */
export class FairClaims {
  #last: TurnOf | undefined;
  /** Claims since it was the turn of another family, and of another starter. */
  #inRow = { family: 0, starter: 0 };
  readonly #families = new Map<TurnOf['starter'], TurnOf['family']>();

  constructor(private readonly claims: ClaimsRepository) {}

  /** Takes what has waited longest of the family whose turn is next. */
  async claim(owner: string, without: ReadonlySet<string>): Promise<Claim | null> {
    const claim =
      (await this.#ofSameFamily(owner, without)) ??
      (await this.#ofSameStarter(owner, without)) ??
      (await this.#ofNext(owner, without));
    if (claim) this.#note(claim);
    return claim;
  }

  async #ofSameFamily(owner: string, without: ReadonlySet<string>): Promise<Claim | null> {
    if (!this.#last || !isAlone(this.#inRow.family)) return null;
    return this.claims.claimOf(this.#last, owner, without);
  }

  async #ofSameStarter(owner: string, without: ReadonlySet<string>): Promise<Claim | null> {
    if (!this.#last || !isAlone(this.#inRow.starter)) return null;
    return this.#ofStarter(this.#last.starter, owner, without);
  }

  /** Takes from the family whose turn is next. */
  async #ofStarter(
    starter: TurnOf['starter'],
    owner: string,
    without: ReadonlySet<string>,
  ): Promise<Claim | null> {
    const last = this.#families.get(starter);
    return (
      (await this.claims.claimAfter(starter, last, owner, without)) ??
      (await this.claims.claimAfter(starter, undefined, owner, without))
    );
  }

  async #ofNext(owner: string, without: ReadonlySet<string>): Promise<Claim | null> {
    let after = this.#last?.starter;
    for (let tries = 0; tries < TRIES_MAX; tries += 1) {
      const starter = await this.claims.nextStarter(after, without);
      if (starter === undefined) return null;
      const claim = await this.#ofStarter(starter, owner, without);
      if (claim) return claim;
      after = starter;
    }
    return null;
  }

  #note({ iteration }: Claim): void {
    const { starter, family } = { starter: null, family: null, ...iteration };
    const isSameStarter = this.#last?.starter === starter;
    const isSameFamily = isSameStarter && this.#last?.family === family;
    this.#inRow = {
      family: isSameFamily ? this.#inRow.family + 1 : 0,
      starter: isSameStarter ? this.#inRow.starter + 1 : 0,
    };
    this.#last = { starter, family };
    this.#families.delete(starter);
    this.#families.set(starter, family);
    const [oldest] = this.#families.keys();
    if (this.#families.size > STARTERS_MAX && oldest !== undefined) this.#families.delete(oldest);
  }
}

/** Whether nobody else had a turn lately, so that nobody is asked for. */
function isAlone(inRow: number): boolean {
  return inRow % ALONE_MAX !== 0;
}

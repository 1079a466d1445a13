import {
  type Claim,
  type Claimant,
  type ClaimsRepository,
  type TurnOf,
} from './claims.repository.js';

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
  /** So many turns are taken one by one. */
  #singles = 0;
  readonly #families = new Map<TurnOf['starter'], TurnOf['family']>();

  constructor(private readonly claims: ClaimsRepository) {}

  /**
   * Takes what has waited longest of the family whose turn is next; where one starter alone has work, several
   * turns at once. @returns none when there is nothing to take.
   */
  async claim(by: Claimant): Promise<readonly Claim[]> {
    let claims = await this.#ofSameFamily(by);
    if (claims.length === 0) claims = await this.#ofSameStarter(by);
    if (claims.length === 0) claims = await this.#ofNext(by);
    for (const claim of claims) this.#note(claim);
    // Whoever was alone had several turns at once: others are asked for next.
    if (claims.length > ALONE_MAX) this.#inRow.starter = 0;
    return claims;
  }

  async #ofSameFamily(by: Claimant): Promise<readonly Claim[]> {
    const count = turnsBeforeOthers(this.#inRow.family);
    if (!this.#last || count === 0) return [];
    return this.claims.claimOf(this.#last, atMost(by, count));
  }

  async #ofSameStarter(by: Claimant): Promise<readonly Claim[]> {
    const count = turnsBeforeOthers(this.#inRow.starter);
    if (!this.#last || count === 0) return [];
    return this.#ofStarter(this.#last.starter, atMost(by, count));
  }

  /** Takes from the families whose turn is next. */
  async #ofStarter(starter: TurnOf['starter'], given: Claimant): Promise<readonly Claim[]> {
    const by = this.#singles > 0 ? atMost(given, 1) : given;
    const last = this.#families.get(starter);
    const next = await this.claims.claimAfter(starter, last, by);
    const claims = next.length > 0 ? next : await this.claims.claimAfter(starter, undefined, by);
    // Few families have many tasks each: to look for several turns at once does not pay.
    if (by.count > 1 && claims.length === 1) this.#singles = ALONE_MAX;
    else if (this.#singles > 0) this.#singles -= 1;
    return claims;
  }

  async #ofNext(by: Claimant): Promise<readonly Claim[]> {
    const same = this.#last?.starter;
    let after = same;
    for (let tries = 0; tries < TRIES_MAX; tries += 1) {
      const starter = await this.claims.nextStarter(after, by.without);
      if (starter === undefined) return [];
      // Nobody else has anything now: nobody's turn is passed over, however many are taken.
      const claims = await this.#ofStarter(starter, starter === same ? by : atMost(by, 1));
      if (claims.length > 0) return claims;
      after = starter;
    }
    return [];
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

/** How many turns whoever is alone has before others are asked for; 0 says that they are asked for now. */
function turnsBeforeOthers(inRow: number): number {
  return inRow % ALONE_MAX === 0 ? 0 : ALONE_MAX - (inRow % ALONE_MAX);
}

function atMost(by: Claimant, count: number): Claimant {
  return { ...by, count: Math.min(by.count, count) };
}

import { decodedSecret } from './reversible-secrets.js';

/** A secret of a chain. */
export interface ChainSecret {
  readonly number: number;
  /** 0 for the first spelling; another one that means the same has the same number. */
  readonly variant: number;
  /** Where it stands: the line that it lies under and what precedes it in its own. */
  readonly place: string;
  readonly value: string;
  /** What it means, as far as that can be told; equal ones are the same secret. */
  readonly isReencrypted: boolean;
}

/** A secret where it was found. */
export type FoundSecret = Pick<ChainSecret, 'place' | 'value' | 'isReencrypted'>;

const TYPE_7_PLACE = /\b7[ \t]+"?$/;

/** The key of a secret in its chain: `3` or, for another spelling of it, `3.1`. */
export function secretKey(number: number, variant: number): string {
  return variant === 0 ? String(number) : `${String(number)}.${String(variant)}`;
}

/**
 * The secrets of a chain while a text is read: known ones keep their number, others get the next. No
 * number is given twice in a chain, be the secret gone.
 */
export class SecretTable {
  /** Secrets that were not known before. */
  readonly added: ChainSecret[] = [];
  readonly #byValue = new Map<string, ChainSecret>();
  readonly #byMeaning = new Map<string, number>();
  #last: number;

  /** @param last the highest number that was ever given. */
  constructor(known: readonly ChainSecret[], last = 0) {
    this.#last = last;
    for (const one of known) this.#know(one);
  }

  get last(): number {
    return this.#last;
  }

  /** The key of a secret; one that is new is given one. */
  keyOf(found: FoundSecret): string {
    const known = this.#byValue.get(valueKey(found));
    if (known) return secretKey(known.number, known.variant);
    const fresh = this.#last + 1;
    const same = this.#byMeaning.get(meaningKey(found));
    const { place, value, isReencrypted } = found;
    const numbers = same === undefined ? ([fresh, 0] as const) : ([same, fresh] as const);
    const secret = { number: numbers[0], variant: numbers[1], place, value, isReencrypted };
    this.added.push(secret);
    this.#know(secret);
    return secretKey(secret.number, secret.variant);
  }

  /** The number of a secret that is known, or of one that means the same. */
  numberOf(found: FoundSecret): number | undefined {
    return this.#byValue.get(valueKey(found))?.number ?? this.#byMeaning.get(meaningKey(found));
  }

  #know(secret: ChainSecret): void {
    this.#last = Math.max(this.#last, secret.number, secret.variant);
    this.#byValue.set(valueKey(secret), secret);
    const meaning = meaningKey(secret);
    if (!this.#byMeaning.has(meaning)) this.#byMeaning.set(meaning, secret.number);
  }
}

function valueKey({ place, value }: FoundSecret): string {
  return `${place}\0${value}`;
}

/** What can be decoded means what it says; what is written anew each time means its place. */
function meaningKey({ place, value, isReencrypted }: FoundSecret): string {
  const plain = decodedSecret(value, TYPE_7_PLACE.test(place));
  if (plain !== undefined) return `plain\0${place}\0${plain}`;
  return isReencrypted ? `anew\0${place}` : `exact\0${place}\0${value}`;
}

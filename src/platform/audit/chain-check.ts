import { type KeyObject } from 'node:crypto';
import { type ChainHead } from './audit-entry.js';
import { type ChainFault, faultOf, type FoundRecord, type RemovedUpTo } from './chain.js';

/** Where a chain is broken first. */
export interface ChainBreak {
  readonly chain: string;
  /** The place of the first record that is wrong, or before which some are missing. */
  readonly sequence: number;
  /** `_id` of that record; null for one that is missing. */
  readonly recordId: string | null;
  readonly fault: ChainFault;
}

type KeyOf = (id: string) => KeyObject | undefined;
type FindPresent = (heads: readonly ChainHead[]) => Promise<readonly Omit<ChainHead, 'hash'>[]>;

/** Breaks that are told; a trail with more of them needs no longer list. */
const BREAKS_MAX = 1000;

/**
 * Looks at the records of a trail one after the other, chain by chain, and remembers the last one and
 * what is broken. Memory grows with the number of chains that retention has shortened and of breaks.
 */
export class ChainCheck {
  readonly #removed = new Map<string, RemovedUpTo>();
  readonly #broken = new Map<string, ChainBreak>();
  readonly #missingEnds = new Map<string, ChainBreak>();
  #previous: ChainHead | null = null;
  #chain: string | undefined;
  #chains = 0;

  /** @param findPresent those of the given ends of chains that are there, with this very hash. */
  constructor(
    private readonly keyOf: KeyOf,
    private readonly findPresent: FindPresent,
  ) {}

  get chains(): number {
    return this.#chains;
  }

  /** The first of each chain. An end that is missing counts where nothing before it is wrong. */
  get breaks(): readonly ChainBreak[] {
    return [...new Map([...this.#missingEnds, ...this.#broken]).values()];
  }

  /** What retention says it removed, if it is retention that says so. All of these come first. */
  learnRemoval(record: FoundRecord): void {
    if (this.#ownFault(record) !== null) return;
    for (const { chain, sequence, hash } of headsIn(record, 'removed')) {
      const known = this.#removed.get(chain);
      if (!known || known.sequence < sequence) this.#removed.set(chain, { sequence, hash });
    }
  }

  /** The next record, in the order of chain and sequence. */
  async look(record: FoundRecord): Promise<void> {
    const chain = String(record['chain']);
    const sequence = Number(record['sequence']);
    this.#enter(chain);
    if (this.#broken.has(chain)) return;
    const isLeftover = sequence <= (this.#removed.get(chain)?.sequence ?? 0);
    const fault = isLeftover
      ? this.#ownFault(record)
      : faultOf(record, this.#previous, this.#removed.get(chain), this.keyOf);
    if (fault) {
      const recordId = String(record['_id']);
      keep(this.#broken, { chain, sequence, recordId, fault });
      return;
    }
    if (isLeftover) return;
    this.#previous = { chain, sequence, hash: String(record['hash']) };
    await this.#lookAtEnds(headsIn(record, 'heads'));
  }

  /** Ends of other chains that a record has seen must still be there. */
  async #lookAtEnds(heads: readonly ChainHead[]): Promise<void> {
    const expected = heads.filter(
      ({ chain, sequence }) => sequence > (this.#removed.get(chain)?.sequence ?? 0),
    );
    if (expected.length === 0) return;
    const present = await this.findPresent(expected);
    const found = new Set(present.map(({ chain, sequence }) => `${chain} ${sequence}`));
    for (const { chain, sequence } of expected) {
      if (found.has(`${chain} ${sequence}`) || this.#missingEnds.has(chain)) continue;
      keep(this.#missingEnds, { chain, sequence, recordId: null, fault: 'end-missing' });
    }
  }

  /** What is wrong with a record by itself, wherever it stands. */
  #ownFault(record: FoundRecord): ChainFault | null {
    const sequence = Number(record['sequence']);
    const before = { chain: '', sequence: sequence - 1, hash: String(record['previousHash']) };
    return faultOf(record, before, undefined, this.keyOf);
  }

  #enter(chain: string): void {
    if (chain === this.#chain) return;
    this.#chain = chain;
    this.#previous = null;
    this.#chains += 1;
  }
}

function keep(breaks: Map<string, ChainBreak>, found: ChainBreak): void {
  if (breaks.size < BREAKS_MAX) breaks.set(found.chain, found);
}

/** Read with care: records are checked after this, or only just. */
function headsIn(record: FoundRecord, field: 'heads' | 'removed'): readonly ChainHead[] {
  const heads = record[field];
  return Array.isArray(heads) ? (heads as readonly ChainHead[]) : [];
}

import { type CircuitBreaker } from '../records/adapter.js';

/** What a call said of the other system; `unknown` when the caller ended it before. */
export type Verdict = 'well' | 'failed' | 'unknown';

/**
 * Spares a system that does not answer, and callers the wait: after so many failures in a row calls are
 * refused for a while; then one is let through, and its outcome decides. In memory, each node its own:
 * what another node found out late costs it a few failing calls, and no call is lost. Times are
 * milliseconds of any clock.
 */
export class Circuit {
  #failures = 0;
  #openedAt: number | undefined;
  /** The one call on trial, by its number. */
  #trial: number | undefined;
  #calls = 0;

  constructor(private readonly settings: CircuitBreaker) {}

  /** How long calls are still refused: 0 when one may try. */
  waitMs(now: number): number {
    if (this.#openedAt === undefined) return 0;
    const left = this.#openedAt + this.settings.resetMs - now;
    if (left > 0) return left;
    // Somebody is on trial: as long again as one would wait anyway is the honest guess.
    return this.#trial === undefined ? 0 : this.settings.resetMs;
  }

  /** Begins a call that `waitMs` lets through. @returns what `end` needs. */
  begin(): number {
    this.#calls += 1;
    if (this.#openedAt !== undefined) this.#trial = this.#calls;
    return this.#calls;
  }

  /** Notes what became of a call. */
  end(call: number, verdict: Verdict, now: number): void {
    const wasTrial = this.#trial === call;
    if (wasTrial) this.#trial = undefined;
    // Calls that began before it opened say nothing of how things are since.
    if (this.#openedAt !== undefined && !wasTrial) return;
    if (verdict === 'well') this.#close();
    if (verdict === 'failed') this.#fail(now, wasTrial);
  }

  #close(): void {
    this.#failures = 0;
    this.#openedAt = undefined;
  }

  #fail(now: number, wasTrial: boolean): void {
    this.#failures += 1;
    if (wasTrial || this.#failures >= this.settings.failures) this.#openedAt = now;
  }
}

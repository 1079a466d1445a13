import { type Clock } from '../../../kernel/clock.js';
import { RegistryPaused } from '../registry-paused.js';

/**
 * Longest time that a run waits where it stands. Limits are often those of a minute: a run that ended
 * at each of them would begin anew each time, and never come to its end.
 */
const WAIT_MAX_MS = 90_000;
/** Waits of one run; a registry that wants more of them is left alone. */
const WAITS_MAX = 60;
/** A pause of no length would be a loop without one: each is longer than the one before. */
const PAUSE_MIN_MS = 100;

/** Waits; tests hand in one that only notes how long. Rejects with the reason of the signal. */
export type Wait = (ms: number, signal: AbortSignal) => Promise<void>;

/** Holds calls back while the registry wants none. */
export class RateLimitGate {
  #until = new Date(0);
  #waits = 0;

  constructor(
    private readonly host: string,
    private readonly clock: Clock,
    private readonly wait: Wait,
  ) {}

  /** @throws RegistryPaused when the pause is too long to wait for. */
  async pass(signal: AbortSignal): Promise<void> {
    for (let ms = this.#leftMs(); ms > 0; ms = this.#leftMs()) {
      if (ms > WAIT_MAX_MS || this.#waits > WAITS_MAX) throw this.#paused();
      await this.wait(ms, signal);
    }
  }

  /** The registry wants no call before then. Calls that were under way together ask for one pause. */
  close(until: Date): void {
    if (this.#leftMs() <= 0) this.#waits += 1;
    const soonest = this.clock.now().getTime() + PAUSE_MIN_MS * this.#waits;
    this.#until = new Date(Math.max(until.getTime(), soonest, this.#until.getTime()));
  }

  #leftMs(): number {
    return this.#until.getTime() - this.clock.now().getTime();
  }

  #paused(): RegistryPaused {
    const at = `${this.#until.toISOString().slice(0, 19)}Z`;
    return new RegistryPaused(`${this.host} wants no more calls before ${at}`, this.#until);
  }
}

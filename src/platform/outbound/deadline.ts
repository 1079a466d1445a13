/** The time that a call may take, together with the caller's own signal to end it. */
export class Deadline {
  readonly #controller = new AbortController();
  readonly #timer: NodeJS.Timeout;
  readonly #ended: Promise<never>;
  #hasPassed = false;

  constructor(
    ms: number,
    private readonly outer: AbortSignal | undefined,
  ) {
    this.#ended = new Promise((_, reject) => {
      this.signal.addEventListener('abort', () => {
        reject(this.signal.reason as Error);
      });
    });
    // Nobody may be listening when it ends.
    this.#ended.catch(() => undefined);
    this.#timer = setTimeout(() => {
      this.#hasPassed = true;
      this.#controller.abort(new Error('the deadline has passed'));
    }, ms);
    if (outer?.aborted) this.#follow();
    else outer?.addEventListener('abort', this.#follow, { once: true });
  }

  /** Fires when the time is over or the caller gives up. */
  get signal(): AbortSignal {
    return this.#controller.signal;
  }

  /** True when the time was over before the caller gave up. */
  get hasPassed(): boolean {
    return this.#hasPassed;
  }

  /** The work's result, unless the signal fires first; work that hears no signal is left behind. */
  race<T>(work: Promise<T>): Promise<T> {
    return Promise.race([work, this.#ended]);
  }

  /** Frees the timer and the caller's signal. */
  dispose(): void {
    clearTimeout(this.#timer);
    this.outer?.removeEventListener('abort', this.#follow);
  }

  readonly #follow = (): void => {
    this.#controller.abort(this.outer?.reason);
  };
}

/** So long others wait, as far as the work can be divided. */
const TURN_MS = 10;

const waiting: (() => void)[] = [];

/**
 * Ends when others have had their turn. Of all long work of this process, one piece is done in each turn of
 * the event loop, in the order in which it was asked for: several at a time hold up nobody for longer.
 */
export function nextTurn(): Promise<void> {
  return new Promise((resolve) => {
    waiting.push(resolve);
    if (waiting.length === 1) setImmediate(letNext);
  });
}

function letNext(): void {
  waiting.shift()?.();
  if (waiting.length > 0) setImmediate(letNext);
}

/** Work in turns: what takes long keeps nobody else waiting. */
export class TimeSlicer {
  #since: number;

  /** @param nowMs a time that only goes forward */
  constructor(private readonly nowMs: () => number = () => performance.now()) {
    this.#since = nowMs();
  }

  /** Does all of the work; others have their turn at its steps. */
  async finish<T>(work: Generator<undefined, T>): Promise<T> {
    for (;;) {
      await this.give();
      const step = work.next();
      if (step.done) return step.value;
    }
  }

  /** Lets others have their turn when this one has lasted long enough. */
  async give(): Promise<void> {
    if (this.nowMs() - this.#since < TURN_MS) return;
    await nextTurn();
    this.#since = this.nowMs();
  }
}

import { Injectable } from '@nestjs/common';

/** Tells those on this node who read the log that there is something new; others find it by looking. */
@Injectable()
export class EventNotifier {
  readonly #listeners = new Set<() => void>();

  /** @returns ends the listening. */
  listen(listener: () => void): () => void {
    this.#listeners.add(listener);
    return () => {
      this.#listeners.delete(listener);
    };
  }

  /** Something was stored. */
  ring(): void {
    for (const listener of this.#listeners) listener();
  }
}

/** Rings when something of a key has changed on this node; what other nodes do is found by looking. */
export class ChangeNotifier {
  readonly #listeners = new Set<(key: string) => void>();

  /** @returns ends it. */
  listen(listener: (key: string) => void): () => void {
    this.#listeners.add(listener);
    return () => {
      this.#listeners.delete(listener);
    };
  }

  ring(key: string): void {
    for (const listener of this.#listeners) listener(key);
  }
}

/**
 * Events that are told one after the other. All of them had happened before the first is told, so what is
 * looked up for one of them counts for all: whoever was to hear of them is found.
 */
export class EventBatch {
  readonly #known = new Map<string, Promise<unknown>>();

  /** What `look` finds, once for all events of the batch. @param what tells lookups apart. */
  once<T>(what: string, look: () => Promise<T>): Promise<T> {
    const known = this.#known.get(what);
    // Each name belongs to one lookup, which alone has put its result there.
    if (known) return known as Promise<T>;
    const found = look();
    this.#known.set(what, found);
    return found;
  }
}

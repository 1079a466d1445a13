/** Writes that go on while other work is done: one at a time, and each before the one after the next. */
export class WriteBehind {
  private last: Promise<void> = Promise.resolve();

  /** Begins a write once the one before is done. @throws what that one failed with. */
  async add(write: () => Promise<void>): Promise<void> {
    await this.last;
    this.last = write();
    // Whoever comes next is told; until then it is no failure that nobody looks at.
    this.last.catch(() => undefined);
  }

  /** The value, once everything is written. @throws what the last write failed with. */
  async settled<T>(value: T): Promise<T> {
    await this.last;
    return value;
  }
}

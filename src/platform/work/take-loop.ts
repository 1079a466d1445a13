/**
 * Takes work one by one, as long as there is room and work. Who asks while it looks makes it look once more: what
 * came meanwhile is not missed.
 */
export class TakeLoop {
  #filling: Promise<boolean> | undefined;
  #isAskedAgain = false;

  /** @param take begins the next piece of work; false when there is none. */
  constructor(
    private readonly hasRoom: () => boolean,
    private readonly take: () => Promise<boolean>,
  ) {}

  /** @returns whether there may be more than there was room for. */
  async fill(): Promise<boolean> {
    this.#isAskedAgain = this.#filling !== undefined;
    this.#filling ??= this.#takeAll().finally(() => {
      this.#filling = undefined;
    });
    return this.#filling;
  }

  /** Resolves when it is at nothing any more; never fails. */
  async settled(): Promise<void> {
    await this.#filling?.catch(() => undefined);
  }

  async #takeAll(): Promise<boolean> {
    while (this.hasRoom()) {
      if (!(await this.take()) && !this.#wasAskedAgain()) return false;
    }
    return true;
  }

  #wasAskedAgain(): boolean {
    const wasAsked = this.#isAskedAgain;
    this.#isAskedAgain = false;
    return wasAsked;
  }
}

/** What has to be closed in the end, in the reverse order; also what is opened too late. */
export class Resources {
  readonly #closers: (() => Promise<void> | void)[] = [];
  #closing: Promise<void> | undefined;

  /** Registers what closes something; it is called at once when all is closed already. */
  add(close: () => Promise<void> | void): void {
    if (this.#closing) void close();
    else this.#closers.push(close);
  }

  /** Closes everything once. */
  close(): Promise<void> {
    this.#closing ??= this.#closeAll();
    return this.#closing;
  }

  async #closeAll(): Promise<void> {
    for (const close of this.#closers.splice(0).reverse()) await close();
  }
}

const KEPT_BYTES = 32 * 1024 * 1024;

/** Texts that were read or written last, as many as there is room for. */
export class JobValueCache {
  readonly #texts = new Map<string, string>();
  #bytes = 0;

  get(key: string): string | undefined {
    const text = this.#texts.get(key);
    if (text === undefined) return undefined;
    this.#texts.delete(key);
    this.#texts.set(key, text);
    return text;
  }

  set(key: string, text: string): void {
    this.#drop(key);
    this.#texts.set(key, text);
    this.#bytes += text.length;
    for (const [oldest] of this.#texts) {
      if (this.#bytes <= KEPT_BYTES) return;
      this.#drop(oldest);
    }
  }

  #drop(key: string): void {
    const text = this.#texts.get(key);
    if (text === undefined) return;
    this.#texts.delete(key);
    this.#bytes -= text.length;
  }
}

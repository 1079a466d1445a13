import { type AnswerStore, type KeptAnswer } from './answer-store.js';

/** Answers of this process alone, gone with it. */
export class MemoryAnswerStore implements AnswerStore {
  readonly #answers = new Map<string, KeptAnswer>();

  get(key: string): Promise<KeptAnswer | null> {
    return Promise.resolve(this.#answers.get(key) ?? null);
  }

  put(key: string, answer: KeptAnswer): Promise<void> {
    this.#answers.set(key, answer);
    return Promise.resolve();
  }
}

import { type JsonValue } from '../../kernel/json.js';

/** What is kept of an answer, to be used again when the registry says that nothing changed. */
export interface KeptAnswer {
  /** Sent back as `If-None-Match`, exactly as it came. */
  readonly etag: string;
  /** Path and query of the next page; null on the last one and where there are no pages. */
  readonly nextPage: string | null;
  /** What was read of the body: far less than the body. */
  readonly content: JsonValue;
}

/**
 * Answers of registries, shared by all nodes and kept over restarts. Losing one costs a full answer
 * and nothing else, so stores may forget as they like.
 */
export interface AnswerStore {
  /** @param key 64 hexadecimal digits. */
  get(key: string): Promise<KeptAnswer | null>;
  put(key: string, answer: KeptAnswer): Promise<void>;
}

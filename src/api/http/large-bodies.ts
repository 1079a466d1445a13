import { AppError } from '../../kernel/app-error.js';

const RETRY_AFTER_SECONDS = 5;

/** How many bytes of large bodies may be in hand. */
export interface LargeBodyBounds {
  readonly inAllBytes: number;
  readonly perCallerBytes: number;
}

/**
 * The large bodies that this node has in hand: bounded for each caller and in all, because each takes many
 * times its length of memory once it is parsed, and whoever sends the rest of it slowly keeps what there is.
 */
export class LargeBodies {
  readonly #bytes = new Map<string, number>();
  #inAllBytes = 0;

  constructor(private readonly bounds: LargeBodyBounds) {}

  /**
   * Takes a body in hand.
   * @returns what lets go of it.
   * @throws AppError `unavailable`; `too-many-requests` (`too-many-large-bodies`) for the caller's own.
   */
  take(caller: string, bytes: number): () => void {
    const held = this.#bytes.get(caller) ?? 0;
    if (held + bytes > this.bounds.perCallerBytes) throw tooMany();
    if (this.#inAllBytes + bytes > this.bounds.inAllBytes) throw busy();
    this.#add(caller, bytes);
    return () => {
      this.#add(caller, -bytes);
    };
  }

  #add(caller: string, bytes: number): void {
    const held = (this.#bytes.get(caller) ?? 0) + bytes;
    this.#inAllBytes += bytes;
    if (held === 0) this.#bytes.delete(caller);
    else this.#bytes.set(caller, held);
  }
}

function busy(): AppError {
  return new AppError('unavailable', 'Too many large bodies are being read', REFUSAL);
}

function tooMany(): AppError {
  return new AppError('too-many-requests', 'Too many of your large bodies are being read', {
    ...REFUSAL,
    code: 'too-many-large-bodies',
  });
}

/** The body is not read, so the connection serves no other request. */
const REFUSAL = {
  retryAfterSeconds: RETRY_AFTER_SECONDS,
  headers: { connection: 'close' },
} as const;

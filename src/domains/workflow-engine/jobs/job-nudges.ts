import { Injectable } from '@nestjs/common';

/** Rings when a job has changed on this node; what other nodes do is found by looking. */
@Injectable()
export class JobNudges {
  readonly #listeners = new Set<(jobId: string) => void>();

  /** @returns ends it. */
  listen(listener: (jobId: string) => void): () => void {
    this.#listeners.add(listener);
    return () => {
      this.#listeners.delete(listener);
    };
  }

  ring(jobId: string): void {
    for (const listener of this.#listeners) listener(jobId);
  }
}

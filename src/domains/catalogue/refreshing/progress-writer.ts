import { type Clock } from '../../../kernel/clock.js';
import { type StoredProgress } from '../index/catalogue-repository.schema.js';
import { type ReadingProgress } from '../index/reading-steps.js';

/** How far a reading is, is written down no more often than this. */
const NOTED_AGAIN_MS = 500;

/** Writes down how far a reading is, now and then; one note at a time. */
export class ProgressWriter {
  private last = 0;
  private writing: Promise<void> | null = null;

  constructor(
    private readonly clock: Clock,
    private readonly write: (progress: StoredProgress) => Promise<void>,
  ) {}

  /** Called with every step. A note that cannot be written costs the figures, never the reading. */
  tell({ done, total, versions, read }: ReadingProgress): void {
    const at = this.clock.now();
    if (this.writing || at.getTime() - this.last < NOTED_AGAIN_MS) return;
    this.last = at.getTime();
    const note = { at, projects: done, projectsTotal: total, versions, read };
    this.writing = this.write(note)
      .catch(() => undefined)
      .finally(() => {
        this.writing = null;
      });
  }

  /** Resolves when nothing is being written any more. */
  async settled(): Promise<void> {
    await this.writing;
  }
}

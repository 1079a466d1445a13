import { type OperationProgress } from './operation-progress.js';
import { OperationCancelled } from './operation-cancelled.js';
import { OperationInterrupted } from './operation-interrupted.js';
import { type OperationFigures } from './tracked-operation.js';

/** Figures are written at most so often; what comes in between is told with the next. */
const WRITE_EVERY_MS = 250;

/** Where a running operation is written down. */
export interface OperationRecord {
  /** @returns whether somebody has asked to cancel it. */
  readonly report: (figures: OperationFigures) => Promise<boolean>;
  /** @returns false when somebody has asked to cancel it before. */
  readonly decide: () => Promise<boolean>;
}

/** An operation that goes on in this process. */
export class RunningOperation {
  readonly progress: OperationProgress;
  readonly #end = new AbortController();
  #latest: OperationFigures | undefined;
  #timer: NodeJS.Timeout | undefined;
  #writing: Promise<void> = Promise.resolve();

  constructor(private readonly record: OperationRecord) {
    this.progress = {
      signal: this.#end.signal,
      report: (figures) => {
        this.#report(figures);
      },
      decide: () => this.#decide(),
    };
  }

  /** Somebody has asked for it; the work ends as soon as it looks at its signal. */
  cancel(): void {
    this.#end.abort(new OperationCancelled());
  }

  /** The node stops. */
  interrupt(): void {
    this.#end.abort(new OperationInterrupted());
  }

  /** Resolves once the last figures are written. */
  async settled(): Promise<void> {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    await this.#writing;
    await this.#write();
  }

  #report(figures: OperationFigures): void {
    this.#latest = figures;
    this.#timer ??= setTimeout(() => {
      this.#timer = undefined;
      this.#writing = this.#writing.then(() => this.#write());
    }, WRITE_EVERY_MS);
  }

  /** A database that is away costs figures, never the work. */
  async #write(): Promise<void> {
    const figures = this.#latest;
    if (figures === undefined) return;
    this.#latest = undefined;
    const isCancelAsked = await this.record.report(figures).catch(() => false);
    if (isCancelAsked) this.cancel();
  }

  async #decide(): Promise<void> {
    this.#end.signal.throwIfAborted();
    if (!(await this.record.decide())) this.cancel();
    this.#end.signal.throwIfAborted();
  }
}

import { type EventLogRepository } from './event-log.repository.js';
import { isEvent, type PlatformEvent, toPlatformEvent } from './stored-event.js';

/** How long a place may stay free while later ones are taken: writers need milliseconds. */
const PATIENCE_MS = 5000;
const CLOSED_AT_ONCE_MAX = 500;

/** What stands behind a position, as far as it is certain. */
export interface LogSlice {
  readonly events: readonly PlatformEvent[];
  /** Where to read on. */
  readonly position: number;
}

/**
 * Reads the log without ever passing over an event whose write takes longer than that of a later one:
 * it stops before a free place, and takes that place itself when it has waited long enough. A writer who
 * comes later still finds it taken and stores its event further on (ADR 0116).
 */
export class EventReader {
  #waiting: { readonly at: number; readonly since: number } | undefined;

  constructor(
    private readonly log: Pick<EventLogRepository, 'after' | 'close' | 'removedUpTo'>,
    private readonly patienceMs = PATIENCE_MS,
  ) {}

  /** The next events, at most `limit`; none when nothing is certain yet. */
  async after(position: number, limit: number): Promise<LogSlice> {
    const found = await this.log.after(position, limit);
    const firstGap = found.findIndex(({ seq }, index) => seq !== position + 1 + index);
    const certain = firstGap === -1 ? found : found.slice(0, firstGap);
    const next = found[0];
    if (certain.length > 0 || !next) {
      this.#waiting = undefined;
      const events = certain.filter(isEvent).map(toPlatformEvent);
      return { events, position: certain.at(-1)?.seq ?? position };
    }
    const removed = await this.log.removedUpTo();
    if (removed > position) return { events: [], position: Math.min(removed, next.seq - 1) };
    if (this.#isYoung(position)) return { events: [], position };
    await this.log.close(position + 1, Math.min(next.seq - 1, position + CLOSED_AT_ONCE_MAX));
    return this.after(position, limit);
  }

  #isYoung(position: number): boolean {
    const now = performance.now();
    if (this.#waiting?.at !== position) this.#waiting = { at: position, since: now };
    return now - this.#waiting.since < this.patienceMs;
  }
}

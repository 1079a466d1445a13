/** One use of a session that the database does not know of yet. */
export type SessionUse = readonly [sessionId: string, lastSeen: Date];

/** Uses of more sessions than this are not remembered: those end up to a minute early. */
const REMEMBERED_MAX = 50_000;

/**
 * When sessions were last used, as far as the database does not know yet. Writing it down at every
 * request would cost more than most requests; forgetting it would end sessions early.
 */
export class SessionUses {
  private readonly waiting = new Map<string, Date>();

  note(sessionId: string, now: Date): void {
    if (this.waiting.size < REMEMBERED_MAX || this.waiting.has(sessionId)) {
      this.waiting.set(sessionId, now);
    }
  }

  lastUse(sessionId: string): Date | undefined {
    return this.waiting.get(sessionId);
  }

  /** What waits to be written down; it keeps waiting until it is reported as recorded. */
  unrecorded(): readonly SessionUse[] {
    return [...this.waiting];
  }

  /** These uses are written down now; a later use of the same session keeps waiting. */
  recorded(uses: readonly SessionUse[]): void {
    uses.forEach(([sessionId, lastSeen]) => {
      if (this.waiting.get(sessionId) === lastSeen) this.waiting.delete(sessionId);
    });
  }
}

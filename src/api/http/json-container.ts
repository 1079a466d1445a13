/** An array or object of a JSON text that has begun and not ended; one object serves many, one after the other. */
export class JsonContainer {
  isArray = false;
  /** What has been made of it; null as long as all of it may still be parsed at once. */
  value: unknown[] | Record<string, unknown> | null = null;
  /** Where its bracket is. */
  opened = 0;
  /** From here on nothing is parsed yet. */
  from = 0;
  /** The last comma of its own behind `from`; -1 for none. */
  comma = -1;
  /** The key of the member that is being read by itself. */
  key = '';
  /** A member is being read by itself; or has been, and neither comma nor bracket has come since. */
  member: 'none' | 'open' | 'closed' = 'none';
  /** A comma came before `from`, so something must follow. */
  isSeparated = false;

  begin(isArray: boolean, opened: number): void {
    this.isArray = isArray;
    this.value = null;
    this.opened = opened;
    this.from = opened + 1;
    this.comma = -1;
    this.member = 'none';
    this.isSeparated = false;
  }

  /** Adds members that were parsed. */
  add(members: object): void {
    if (Array.isArray(this.value)) for (const one of members as unknown[]) this.value.push(one);
    else Object.assign(this.value ?? {}, members);
  }

  /** Whether nothing need follow: it is empty, or its last member has just ended. */
  get mayEnd(): boolean {
    return this.member === 'closed' || (!this.isSeparated && this.comma < 0);
  }
}

import { type Value } from './values/value.js';

/** Names as a part of a template sees them: its own, then those around it. */
export class Scope {
  private readonly own = new Map<string, Value>();

  constructor(private readonly around: Scope | null) {}

  get(name: string): Value | undefined {
    const own = this.own.get(name);
    if (own !== undefined) return own;
    // Not by recursion: blocks may lie deep in each other.
    for (let scope = this.around; scope; scope = scope.around) {
      const value = scope.own.get(name);
      if (value !== undefined) return value;
    }
    return undefined;
  }

  set(name: string, value: Value): void {
    this.own.set(name, value);
  }
}

import { Injectable } from '@nestjs/common';
import { type JsonObject } from '../../kernel/json.js';

/**
 * Judges a document that is about to count, and lets the write happen or throws. `write` runs at most
 * once, and the check may hold a lock around it.
 */
export type AroundProfile = <T>(next: JsonObject, write: () => Promise<T>) => Promise<T>;

/**
 * What other domains have to say before another document counts as the active profile. They know
 * profiles and profiles do not know them, so they register here.
 */
@Injectable()
export class ProfileChecks {
  private readonly checks: AroundProfile[] = [];

  /** Registers a check for every write and activation that changes the active document. */
  register(around: AroundProfile): void {
    this.checks.push(around);
  }

  /** Does the write if no check refuses the document; secrets in it are sealed. */
  run<T>(next: JsonObject, write: () => Promise<T>): Promise<T> {
    return this.checks.reduceRight<() => Promise<T>>(
      (inner, around) => () => around(next, inner),
      write,
    )();
  }
}

import { Injectable } from '@nestjs/common';
import { type JsonObject } from '../../kernel/json.js';

/**
 * Judges a document that is about to count, and lets the write happen or throws. `write` runs at most
 * once, and the check may hold a lock around it.
 */
export type AroundProfile = <T>(next: JsonObject, write: () => Promise<T>) => Promise<T>;

/**
 * Judges a document that is stored for later, or throws. `known` are the documents whose settings its
 * sender repeats: the one that it replaces, if any.
 */
export type BeforeStoring = (next: JsonObject, known: readonly JsonObject[]) => Promise<void>;

/**
 * What other domains have to say before another document counts as the active profile. They know
 * profiles and profiles do not know them, so they register here.
 */
@Injectable()
export class ProfileChecksService {
  private readonly checks: AroundProfile[] = [];
  private readonly storing: BeforeStoring[] = [];

  /** Registers a check for every write and activation that changes the active document. */
  register(around: AroundProfile): void {
    this.checks.push(around);
  }

  /** Registers a check for every document that is stored without counting yet. */
  registerStoring(before: BeforeStoring): void {
    this.storing.push(before);
  }

  /** @throws what a check throws that refuses the document. */
  async assertMayStore(next: JsonObject, known: readonly JsonObject[]): Promise<void> {
    for (const check of this.storing) await check(next, known);
  }

  /** Does the write if no check refuses the document; secrets in it are sealed. */
  run<T>(next: JsonObject, write: () => Promise<T>): Promise<T> {
    return this.checks.reduceRight<() => Promise<T>>(
      (inner, around) => () => around(next, inner),
      write,
    )();
  }
}

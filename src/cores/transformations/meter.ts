import { RunStop } from './run-stop.js';

/** How much one run may do. */
export interface Limits {
  /** Steps, calls of functions, and what large values cost beyond that. */
  readonly fuel: number;
  /** What a run makes altogether, in bytes, by estimate. */
  readonly bytes: number;
}

/** Measured in bench/transformations.bench.mjs: a run that uses all of it ends within a second. */
export const DEFAULT_LIMITS: Limits = { fuel: 1_000_000, bytes: 256 * 1024 * 1024 };

/** How deeply values may lie in each other where one is walked through; far below the native stack. */
export const VALUE_DEPTH_MAX = 200;
/** How deeply functions may call each other. */
export const CALL_DEPTH_MAX = 100;

const BYTES_OF_REFERENCE = 8;
const BYTES_OF_MEMBER = 32;
/** What costs as much as one step. */
const COPIED_PER_STEP = 64;
const MEMBERS_PER_STEP = 4;
const CHARACTERS_PER_STEP = 1024;

/** Counts what a run uses, and ends it at a limit. */
export class Meter {
  private fuel: number;
  private bytes: number;

  constructor(private readonly limits: Limits) {
    this.fuel = limits.fuel;
    this.bytes = limits.bytes;
  }

  get used(): number {
    return this.limits.fuel - Math.max(0, this.fuel);
  }

  /** One step, or as much work as so many. */
  spend(steps = 1): void {
    this.fuel -= steps;
    if (this.fuel < 0) throw new RunStop('out-of-fuel', `took more than ${this.limits.fuel} steps`);
  }

  /** A list of so many elements is made. */
  list(length: number): void {
    this.produce(length * BYTES_OF_REFERENCE);
    this.spend(length / COPIED_PER_STEP);
  }

  /** An object of so many members is made. */
  object(members: number): void {
    this.produce(members * BYTES_OF_MEMBER);
    this.spend(members / MEMBERS_PER_STEP);
  }

  /** A text of so many characters is made or read. */
  text(length: number): void {
    this.produce(length * 2);
    this.spend(length / CHARACTERS_PER_STEP);
  }

  private produce(bytes: number): void {
    this.bytes -= bytes;
    if (this.bytes < 0 || Number.isNaN(this.bytes))
      throw new RunStop('out-of-memory', `made more than ${this.limits.bytes} bytes of values`);
  }
}

/** @throws RunStop `too-deep` */
export function assertShallow(depth: number): void {
  if (depth > VALUE_DEPTH_MAX)
    throw new RunStop('too-deep', `values lie more than ${VALUE_DEPTH_MAX} deep in each other`);
}

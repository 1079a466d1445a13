import { TemplateError } from './template-error.js';

/** How much one rendering may do. */
export interface TemplateLimits {
  /** Parts of the template that are run, and what large values cost beyond that. */
  readonly fuel: number;
  /** Characters of the rendered text. */
  readonly output: number;
  /** What is made altogether, in bytes, by estimate. */
  readonly bytes: number;
}

/**
 * Enough for configurations of tens of thousands of lines. A node does nothing else while it renders: using
 * up all of it takes between a quarter of a second and a good second, by what the template does (filters of
 * addresses and of patterns cost most), and longer where cores are shared.
 */
export const DEFAULT_TEMPLATE_LIMITS: TemplateLimits = {
  fuel: 1_000_000,
  output: 8 * 1024 * 1024,
  bytes: 128 * 1024 * 1024,
};

/** How deeply expressions, blocks and values lie in each other, those of macros that call each other included. */
export const DEPTH_MAX = 500;

const BYTES_OF_ENTRY = 48;
const CHARACTERS_PER_STEP = 256;

/** Counts what a rendering uses, and ends it at a limit. */
export class Meter {
  private fuel: number;
  private bytes: number;
  private depth = 0;

  constructor(
    private readonly limits: TemplateLimits,
    /** Is told of each unit of fuel: whoever runs the rendering may end it by throwing. */
    private readonly onSpent: (units: number) => void = () => undefined,
  ) {
    this.fuel = limits.fuel;
    this.bytes = limits.bytes;
  }

  /** One step, or as much work as so many. */
  spend(units = 1): void {
    this.fuel -= units;
    this.onSpent(units);
    if (!(this.fuel >= 0)) throw over(`takes more than ${this.limits.fuel} steps`);
  }

  /** A text of so many characters is about to be made. */
  text(length: number): void {
    this.hold(length * 2);
    this.spend(Math.ceil(length / CHARACTERS_PER_STEP));
  }

  /** A list or a mapping of so many entries is about to be made. */
  entries(count: number): void {
    this.hold(count * BYTES_OF_ENTRY);
    this.spend(Math.ceil(count / 4));
  }

  /** A text of so many characters is about to be put out. */
  output(total: number): void {
    if (total > this.limits.output)
      throw over(`puts out more than ${this.limits.output} characters`);
  }

  /** Runs what lies one deeper. */
  deeper<T>(work: () => T): T {
    this.depth += 1;
    if (this.depth > DEPTH_MAX) throw over(`goes more than ${DEPTH_MAX} deep`);
    try {
      return work();
    } finally {
      this.depth -= 1;
    }
  }

  private hold(bytes: number): void {
    this.bytes -= bytes;
    if (!(this.bytes >= 0)) throw over(`makes more than ${this.limits.bytes} bytes of values`);
  }
}

function over(detail: string): TemplateError {
  return new TemplateError('limit', `the template ${detail}`);
}

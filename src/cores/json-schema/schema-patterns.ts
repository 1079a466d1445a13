import { compilePattern } from '../patterns/compile-pattern.js';
import { LinearPattern } from '../patterns/linear-pattern.js';

/** Reading the patterns of one schema takes about a second at worst. */
const READING_COST_MAX = 100_000;
/** Instructions times characters that take as long as a visit of a subschema. */
const LOOKS_PER_VISIT = 20;

/** A pattern as ajv uses it. */
interface SchemaPattern {
  readonly test: (text: string) => boolean;
  /** What ajv tells patterns apart by. */
  readonly toString: () => string;
}

/** The patterns of schemas, read and searched for in bounded time. */
export class SchemaPatterns {
  /** What ajv uses in place of `RegExp` for `pattern` and `patternProperties`. */
  readonly regExp = Object.assign((source: string): SchemaPattern => this.read(source), {
    code: 'linear',
  });
  private costLeft = 0;

  /** @param spend is told how long a search may take, in visits of subschemas; it may throw */
  constructor(private readonly spend: (visits: number) => void) {}

  /** To be called before each schema. */
  begin(): void {
    this.costLeft = READING_COST_MAX;
  }

  private read(source: string): SchemaPattern {
    this.costLeft -= LinearPattern.costOf(source);
    if (this.costLeft < 0) throw new Error('has more patterns than can be read');
    const compiled = compilePattern(source);
    if (compiled.kind === 'refused')
      throw new Error(`pattern ${JSON.stringify(source)}: ${compiled.detail}`);
    const { pattern } = compiled;
    return {
      test: (text) => {
        this.spend((pattern.size * text.length) / LOOKS_PER_VISIT);
        return pattern.test(text, (steps) => {
          this.spend(steps / LOOKS_PER_VISIT);
        });
      },
      toString: () => source,
    };
  }
}

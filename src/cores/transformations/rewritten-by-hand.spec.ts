import { existsSync, readFileSync } from 'node:fs';
import { isDeepStrictEqual } from 'node:util';
import { describe, expect, it } from 'vitest';
import fc from 'fast-check';
import { deeplyFrozen } from '../../../test/support/deeply-frozen.js';
import { SCRIPT_TWINS } from '../../../test/support/factories/script-twins.js';
import {
  LIST_TWINS,
  type TransformationTwin,
} from '../../../test/support/factories/transformation-twins.js';
import { type JsonObject, type JsonValue } from '../../kernel/json.js';
import { compileTransformation } from './compile-transformation.js';
import { runTransformation } from './run-transformation.js';

const REAL = new URL('../../../../shared/data/transformations/', import.meta.url);
const TWINS = [...LIST_TWINS, ...SCRIPT_TWINS].map((twin) => [twin.title, twin] as const);
/** Real documents are read where they lie beside the project. */
const withReal = existsSync(REAL) ? describe : describe.skip;

/** What the function says, or that it fails. */
function said({ byHand }: TransformationTwin, incoming: JsonObject, document: JsonObject) {
  try {
    return JSON.parse(JSON.stringify(byHand(incoming as never, document))) as JsonValue;
  } catch {
    return 'failed';
  }
}

/** How many of 1,000 inputs went through; on all of them both sides agree. */
function agreed(twin: TransformationTwin, document: JsonObject): number {
  const compiled = compileTransformation(document);
  if (compiled.kind === 'refused') throw new Error(JSON.stringify(compiled.problems));
  let done = 0;
  const same = fc.property(twin.incoming, (incoming) => {
    // What is frozen cannot be changed unseen.
    const given = deeplyFrozen(JSON.parse(JSON.stringify(incoming)) as JsonObject);
    const result = runTransformation(compiled.transformation, given, {}, { now: 0 });
    done += result.kind === 'done' ? 1 : 0;
    const answered = result.kind === 'done' ? result.outgoing : 'failed';
    return isDeepStrictEqual(answered, said(twin, given, document));
  });
  fc.assert(same, { numRuns: 1000 });
  return done;
}

describe('a transformation does what the same function does that is written by hand', () => {
  it.each(TWINS)('%s, 1,000 times', (_, twin) => {
    expect(agreed(twin, twin.document)).toBeGreaterThan(100);
  });

  withReal('as real documents have it', () => {
    it.each(TWINS)('%s, 1,000 times', (_, twin) => {
      const text = readFileSync(new URL(twin.realFile, REAL), 'utf8');
      expect(agreed(twin, JSON.parse(text) as JsonObject)).toBeGreaterThan(100);
    });
  });
});

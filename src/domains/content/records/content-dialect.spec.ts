import { describe, expect, it } from 'vitest';
import fc from 'fast-check';
import { type JsonObject } from '../../../kernel/json.js';
import { inDialect, inDialectOf } from './content-dialect.js';

const WORKFLOW = {
  name: 'W',
  tasks: {
    a1: { actor: 'Pronghorn', variables: { incoming: { query: 'IAPerror.raw.response' } } },
    b2: { actor: 'job', variables: { incoming: { schema: { IAPerror: {} } } } },
    c3: { actor: 'a1' },
  },
};
const TRANSLATED = {
  name: 'W',
  tasks: {
    a1: { actor: 'platform', variables: { incoming: { query: 'platformError.raw.response' } } },
    b2: { actor: 'job', variables: { incoming: { schema: { platformError: {} } } } },
    c3: { actor: 'a1' },
  },
};

describe('inDialect', () => {
  it('says the words of the original system in those of the interface, and back', () => {
    expect(inDialect(WORKFLOW, 'interface')).toEqual(TRANSLATED);
    expect(inDialect(TRANSLATED, 'original')).toEqual(WORKFLOW);
  });

  it('replaces whole words alone, and actors of tasks alone', () => {
    const document = { actor: 'Pronghorn', text: 'myIAPerrors', tasks: { a: 'Pronghorn' } };
    expect(inDialect(document, 'interface')).toBe(document);
  });

  it('keeps both keys where a document has both', () => {
    const document = { IAPerror: 1, platformError: 2 };
    expect(inDialect(document, 'interface')).toEqual(document);
  });

  it('comes back to the same document from every one in the original words', () => {
    const word = fc.constantFrom('IAPerror', 'Pronghorn', 'IAPerror.a[0]', 'x', 'tasks', 'actor');
    const { document } = fc.letrec((tie) => ({
      document: fc.dictionary(word, tie('value')),
      value: fc.oneof({ depthSize: 'small' }, word, fc.integer(), tie('document'), fc.array(word)),
    }));
    fc.assert(
      fc.property(document as fc.Arbitrary<JsonObject>, (original) => {
        const before = JSON.stringify(original);
        expect(inDialect(inDialect(original, 'interface'), 'original')).toEqual(original);
        expect(JSON.stringify(original)).toBe(before);
      }),
      { numRuns: 500 },
    );
  });
});

describe('inDialectOf', () => {
  it('gives a document the words of the one whose place it takes', () => {
    expect(inDialectOf(WORKFLOW, { ...TRANSLATED, name: 'New' })).toEqual({
      ...WORKFLOW,
      name: 'New',
    });
  });

  it('leaves a document alone that has those words, or replaces one that has none', () => {
    const changed = { ...WORKFLOW, name: 'New' };
    expect(inDialectOf(WORKFLOW, changed)).toBe(changed);
    expect(inDialectOf({ name: 'Old' }, TRANSLATED)).toBe(TRANSLATED);
  });
});

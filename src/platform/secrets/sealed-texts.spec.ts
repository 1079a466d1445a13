import { randomBytes } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import fc from 'fast-check';
import { SecretBox } from './secret-box.js';
import { resealTexts } from './sealed-texts.js';

const [oldKey, newKey] = [randomBytes(32), randomBytes(32)];
const former = new SecretBox([oldKey]);
const box = new SecretBox([newKey, oldKey]);
const newest = new SecretBox([newKey]);

const walk = (document: unknown) => resealTexts(document, (sealed) => box.tryReseal(sealed));
const map = (entries: object): Map<string, unknown> => new Map(Object.entries(entries));
/** The document with every sealed text in clear, as far as the newest key alone opens it. */
const opened = (value: unknown): unknown => {
  if (typeof value === 'string') {
    return value.replace(/\$ENC1\.[\w.-]+/g, (sealed) => newest.unseal(sealed));
  }
  if (Array.isArray(value)) return value.map(opened);
  if (!(value instanceof Map)) return value;
  return new Map([...(value as Map<string, unknown>)].map(([key, item]) => [key, opened(item)]));
};

describe('resealTexts', () => {
  it('brings texts to the newest key at any depth, and says where they lay', () => {
    const document = map({
      token: former.seal('one'),
      list: [1, map({ 'a.b': former.seal('two'), $c: null })],
    });
    const { document: after, changes, count } = walk(document);
    expect(opened(after)).toEqual(
      map({ token: 'one', list: [1, map({ 'a.b': 'two', $c: null })] }),
    );
    expect(changes.map(({ path }) => path)).toEqual([['token'], ['list', 1, 'a.b']]);
    expect(count).toBe(2);
  });

  it('finds them within other text, as in a document that is kept as JSON text', () => {
    const json = JSON.stringify({ a: former.seal('one'), b: [former.seal('é"\\')], $ref: 1 });
    const { document, changes, count } = walk(map({ json }));
    expect([changes.length, count]).toEqual([1, 2]);
    const after = (document as Map<string, string>).get('json') ?? '';
    const { a, b } = JSON.parse(after) as { a: string; b: [string] };
    expect([newest.unseal(a), newest.unseal(b[0])]).toEqual(['one', 'é"\\']);
  });

  it('leaves texts of the newest key as they are', () => {
    const document = map({ token: newest.seal('one'), text: 'no $ENC1. text' });
    const found = walk(document);
    expect(found).toEqual({ document, changes: [], count: 0, unreadable: [] });
  });

  it('leaves texts that no key opens, and says where they lie and why', () => {
    const foreign = new SecretBox([randomBytes(32)]).seal('one');
    const sealed = former.seal('two');
    const damaged = `${sealed.slice(0, -1)}${sealed.endsWith('A') ? 'Q' : 'A'}`;
    const document = map({ a: foreign, b: [damaged], c: former.seal('three') });
    const { document: after, unreadable, count } = walk(document);
    expect(unreadable).toEqual([
      { path: ['a'], reason: 'unknown-key' },
      { path: ['b', 0], reason: 'damaged' },
    ]);
    const kept = after as Map<string, unknown>;
    expect([kept.get('a'), kept.get('b')]).toEqual([foreign, [damaged]]);
    expect(count).toBe(1);
  });

  it('changes nothing else, whatever the document holds', () => {
    const { tree } = fc.letrec<{ tree: unknown }>((tie) => ({
      tree: fc.oneof(
        { maxDepth: 4 },
        fc.string(),
        fc.string().map((text) => ({ seal: text })),
        fc.integer(),
        fc.constant(null),
        fc.array(tie('tree'), { maxLength: 3 }),
        fc.dictionary(fc.string(), tie('tree'), { maxKeys: 3 }).map(map),
      ),
    }));
    const fill = (value: unknown, sealing: boolean): unknown => {
      if (Array.isArray(value)) return value.map((item) => fill(item, sealing));
      if (value instanceof Map) {
        const entries = [...(value as Map<string, unknown>)];
        return new Map(entries.map(([key, item]) => [key, fill(item, sealing)]));
      }
      if (typeof value !== 'object' || value === null) return value;
      const { seal } = value as { seal: string };
      return sealing ? former.seal(seal) : seal;
    };
    fc.assert(
      fc.property(tree, (shape) => {
        expect(opened(walk(fill(shape, true)).document)).toEqual(fill(shape, false));
      }),
    );
  });
});

import { describe, expect, it } from 'vitest';
import { KEPT_TEXTS_MAX } from '../records/content-facts.js';
import { transformationUsesOf, unknownNames } from './transformation-uses.js';

describe('the names by which a task calls a transformation', () => {
  const incoming = { tr_id: 'T', variableMap: { a: 1 } };
  const [use] = transformationUsesOf({
    tasks: { t: { name: 'transformation', variables: { incoming, outgoing: { strng: null } } } },
  });
  const judged = (...keys: readonly string[]) =>
    (use ? unknownNames(use, keys) : []).map(({ what }) => what);

  it('are held against those of the transformation, whose types are no names', () => {
    const none = "of transformation 'T', which has none of that name";
    expect(judged('in:other', 'out:string')).toEqual([
      `input 'a' ${none}`,
      `output 'strng' ${none}`,
    ]);
    expect(judged('in:a', 'out:strng')).toEqual([]);
  });

  it('are not judged where not all names of the transformation are known', () => {
    expect(judged()).toEqual([]);
    expect(judged(...Array.from({ length: KEPT_TEXTS_MAX }, (_, at) => `in:${at}`))).toEqual([]);
  });
});

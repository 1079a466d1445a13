import { describe, expect, it } from 'vitest';
import { type JsonValue } from '../../../kernel/json.js';
import { KEPT_TEXTS_MAX } from '../records/content-facts.js';
import { missingInputs, transformationUsesOf, unknownNames } from './transformation-uses.js';

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

describe('the inputs that a task does not give', () => {
  const missing = (variableMap: JsonValue | undefined, ...keys: readonly string[]) => {
    const incoming = { tr_id: 'T', ...(variableMap !== undefined && { variableMap }) };
    const tasks = { t: { name: 'transformation', variables: { incoming } } };
    const [use] = transformationUsesOf({ tasks });
    return (use ? missingInputs(use, keys) : []).map(({ what, path }) => [what, path.at(-1)]);
  };
  const needs = (named: string) => [
    [`transformation 'T' without what it needs: ${named}`, 'variableMap'],
  ];

  it('are those that the transformation cannot do without', () => {
    expect(missing({ a: '' }, 'in:a', 'required:a', 'in:b')).toEqual([]);
    expect(missing({ a: '' }, 'required:a', 'required:b')).toEqual(needs("'b'"));
    expect(missing(undefined, 'required:a')).toEqual(needs("'a'"));
    const many = Array.from({ length: 7 }, (_, at) => `required:${at}`);
    expect(missing({}, ...many)).toEqual(needs("'0', '1', '2', '3', '4' and 2 more"));
  });

  it('are not known where the job says which are given', () => {
    expect(missing('$var.job.map', 'required:a')).toEqual([]);
  });
});

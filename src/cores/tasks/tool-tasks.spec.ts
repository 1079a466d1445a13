import { describe, expect, it } from 'vitest';
import fc from 'fast-check';
import { outputOf, runTask } from '../../../test/support/factories/run-task.js';
import { type JsonObject, type JsonValue } from '../../kernel/json.js';
import {
  aTransformation,
  edge,
  method,
  schema,
} from '../../../test/support/factories/a-transformation.js';
import { assertStorable } from './result-size.js';
import { pureTaskOf } from './pure-tasks.js';

describe('csvStringToJson', () => {
  it('makes objects of rows by the names in the first', () => {
    const csvString = 'name,vlan\nedge-1,"12,13"\n\n"edge ""2""",\n';
    expect(outputOf('csvStringToJson', { csvString })).toEqual([
      { name: 'edge-1', vlan: '12,13' },
      { name: 'edge "2"', vlan: '' },
    ]);
  });

  it('takes other delimiters, and rows without names', () => {
    expect(
      outputOf('csvStringToJson', { csvString: 'a;b\n1;2', options: { delimiter: ';' } }),
    ).toEqual([{ a: '1', b: '2' }]);
    expect(outputOf('csvStringToJson', { csvString: 'a,b', options: { headers: false } })).toEqual([
      ['a', 'b'],
    ]);
  });

  it('makes nothing of columns that are no data', () => {
    expect(outputOf('csvStringToJson', { csvString: '__proto__,a\n1,2' })).toBe('error');
  });
});

describe('Base64', () => {
  it('is what it was when it is read again', () => {
    expect(outputOf('asciiToBase64', { asciiString: 'user:secret' })).toBe('dXNlcjpzZWNyZXQ=');
    const ascii = fc.string({ unit: 'binary-ascii' });
    fc.assert(
      fc.property(ascii, (text) => {
        const base64String = String(outputOf('asciiToBase64', { asciiString: text }));
        expect(base64String).toBe(Buffer.from(text).toString('base64'));
        expect(outputOf('base64ToAscii', { base64String })).toBe(text);
      }),
    );
  });
});

describe('validateJsonSchema', () => {
  const answerSchema: JsonObject = {
    type: 'object',
    required: ['a'],
    properties: { a: { type: 'number' } },
  };

  it('says whether data is as a schema says, and what is not', () => {
    expect(outputOf('validateJsonSchema', { jsonData: { a: 1 }, schema: answerSchema })).toEqual({
      valid: true,
      errors: [],
    });
    expect(outputOf('validateJsonSchema', { jsonData: { a: 'x' }, schema: answerSchema })).toEqual({
      valid: false,
      errors: [{ pointer: '#/a', detail: 'must be number' }],
    });
  });

  it('is an error for what is no schema', () => {
    for (const given of ['text', { type: 'nonsense' }, { pattern: '(?i)x', type: 'string' }]) {
      expect(outputOf('validateJsonSchema', { jsonData: 'x', schema: given })).toBe('error');
    }
  });
});

describe('transformation', () => {
  const one = aTransformation({
    incoming: [schema('a')],
    outgoing: [schema('b')],
    steps: [edge('incoming a', 'outgoing b')],
  });
  const two = aTransformation({
    incoming: [schema('a', 'number', { default: 5 })],
    outgoing: [schema('b'), schema('c')],
    steps: [edge('incoming a', 'outgoing b')],
  });
  const run = (
    document: JsonValue | undefined,
    options: JsonObject,
    variableMap: JsonObject,
  ): unknown =>
    runTask('transformation', { tr_id: 'the one', variableMap, options }, { given: [document] });

  it('asks for its document by id or name', () => {
    const needs = pureTaskOf('WorkFlowEngine', 'transformation')?.needs;
    expect(needs?.({ tr_id: 'the one' })).toEqual([
      { kind: 'document', type: 'transformation', idOrName: 'the one' },
    ]);
    expect(() => needs?.({ tr_id: '' })).toThrow("'tr_id'");
  });

  it('puts out a single value bare, or in an object where it is told not to extract it', () => {
    expect(run(one, { extractOutput: true }, { a: 1 })).toEqual({
      finish: 'success',
      outputs: { b: 1 },
    });
    expect(run(one, {}, { a: 1 })).toEqual({ finish: 'success', outputs: { b: 1 } });
    expect(run(one, { extractOutput: false }, { a: 1 })).toEqual({
      finish: 'success',
      outputs: { b: { b: 1 } },
    });
  });

  it('puts out each of several under its own name', () => {
    for (const extractOutput of [true, false]) {
      expect(run(two, { extractOutput }, { a: 1 })).toEqual({
        finish: 'success',
        outputs: { b: 1 },
      });
    }
  });

  it('takes defaults and judges what comes in where it is told to', () => {
    expect(run(two, { revertToDefaultValue: true }, {})).toMatchObject({ outputs: { b: 5 } });
    expect(run(two, { validateIncoming: true }, { a: 'x' })).toEqual({
      finish: 'error',
      error: "transformation 'Greeting': what comes in is refused: #/a must be number",
    });
    expect(run(two, { validateIncoming: false }, { a: 'x' })).toMatchObject({
      outputs: { b: 'x' },
    });
  });

  it('says which it is that failed, in which step, and what it was not given', () => {
    const steps = [
      method(7, 'String.toUpperCase', [null]),
      edge('incoming a', 'method 7/args/0/value'),
      edge('method 7/return', 'outgoing b'),
    ];
    const ids = ['a', 'b', 'c', 'd', 'e', 'f', 'g'];
    const incoming = ids.map((id) => schema(id));
    const failing = aTransformation({ incoming, outgoing: [schema('b')], steps });
    const errorOf = (variableMap: JsonObject) => run(failing, {}, variableMap);
    const said = (what: string) =>
      `transformation 'Greeting' failed in step 7 (String.toUpperCase): argument 1 must be a text, it is ${what}`;
    expect(errorOf({ c: 1 })).toEqual({
      finish: 'error',
      error: said("nothing; not given: 'a', 'b', 'd', 'e', 'f' and 1 more"),
    });
    const all = Object.fromEntries(ids.map((id) => [id, 1]));
    expect(errorOf(all)).toEqual({ finish: 'error', error: said('the number 1') });
  });

  it('is an error where there is none, or where it cannot run', () => {
    expect(run(undefined, {}, {})).toEqual({
      finish: 'error',
      error: "there is no transformation 'the one'",
    });
    const broken = aTransformation({ steps: [edge('method 9/return', 'outgoing x')] });
    expect(run(broken, {}, {})).toMatchObject({ finish: 'error' });
  });
});

describe('a result', () => {
  it('is refused once it is larger than may be kept', () => {
    const json = fc.jsonValue({ maxDepth: 3 }) as fc.Arbitrary<JsonValue>;
    fc.assert(
      fc.property(json, (value) => {
        const size = Buffer.byteLength(JSON.stringify(value));
        const judge = (max: number) => (): void => {
          assertStorable(value, max);
        };
        expect(judge(size * 2 + 10)).not.toThrow();
        expect(judge(size / 8 - 1)).toThrow('larger than');
      }),
    );
  });
});

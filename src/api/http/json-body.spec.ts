import { describe, expect, it } from 'vitest';
import fc from 'fast-check';
import { AppError } from '../../kernel/app-error.js';
import { TimeSlicer } from '../../platform/concurrency/time-slicer.js';
import { BODY_VALUES_MAX } from '../operations/body-limits.js';
import { JSON_DEPTH_MAX, parseJsonBody, readJsonBody } from './json-body.js';
import { PIECE_BYTES } from './json-pieces.js';

const bytes = (text: string): Buffer => Buffer.from(text, 'utf8');
const refusal = (body: Buffer): readonly { pointer: string; detail: string }[] => {
  try {
    parseJsonBody(body);
  } catch (error) {
    if (error instanceof AppError) return error.errors;
  }
  return [];
};
const nested = (depth: number): string => '['.repeat(depth) + ']'.repeat(depth);

describe('parseJsonBody', () => {
  it('reads what JSON.parse reads', () => {
    // Its maker puts `__proto__` among the keys, which is refused.
    const json = fc.jsonValue().filter((value) => !JSON.stringify(value).includes('__proto__'));
    fc.assert(
      fc.property(json, (value) => {
        const text = JSON.stringify(value);
        expect(parseJsonBody(bytes(text))).toEqual(JSON.parse(text));
      }),
    );
  });

  it('takes an empty body as none, and ignores a byte order mark', () => {
    expect(parseJsonBody(bytes(''))).toBeUndefined();
    expect(parseJsonBody(bytes('\ufeff{"a":1}'))).toEqual({ a: 1 });
  });

  it('counts levels, and no brackets inside of texts', () => {
    expect(parseJsonBody(bytes(nested(JSON_DEPTH_MAX)))).toBeDefined();
    expect(refusal(bytes(nested(JSON_DEPTH_MAX + 1)))).toEqual([
      { pointer: '#', detail: 'is nested deeper than 100 levels' },
    ]);
    const text = JSON.stringify({ a: `\\"${'['.repeat(500)}\\`, '[[[': '"'.repeat(200) });
    expect(parseJsonBody(bytes(text))).toEqual(JSON.parse(text));
  });

  it('counts wide documents as flat', () => {
    const wide = Array.from({ length: 500 }, () => [{ a: {} }]);
    expect(parseJsonBody(bytes(JSON.stringify(wide)))).toEqual(wide);
  });

  it('refuses bytes that are no UTF-8', () => {
    expect(refusal(Buffer.of(0x22, 0xff, 0x22))).toEqual([
      { pointer: '#', detail: 'is not valid UTF-8' },
    ]);
  });

  it.each(['{', '"', '{"a":1,}', 'NaN', "{'a':1}", '[1', '\u0000', '\\'])('refuses %j', (text) => {
    expect(refusal(bytes(text))).toEqual([{ pointer: '#', detail: 'is not valid JSON' }]);
  });

  it('finds the key __proto__ however it is spelled, but not the word in a text', () => {
    for (const key of ['__proto__', '_\\u005fproto__', '__\\u0070roto__', '__prot\\u006F__']) {
      expect(refusal(bytes(`{"list":[0,{"a/b":{"${key}":1}}]}`))).toEqual([
        { pointer: '#/list/1/a~1b/__proto__', detail: 'is not allowed as a key' },
      ]);
    }
    expect(parseJsonBody(bytes('{"a":"__proto__"}'))).toEqual({ a: '__proto__' });
  });
});

describe('readJsonBody', () => {
  const filler = 'x'.repeat(70_000);

  it('gives others their turn while it reads what is large', async () => {
    // A clock by which every piece takes long.
    let now = 0;
    const turns = new TimeSlicer(() => (now += 10));
    let others = 0;
    let isDone = false;
    const other = (): void => {
      others += 1;
      if (!isDone) setImmediate(other);
    };
    setImmediate(other);
    const rows = Array.from({ length: 20_000 }, (_, at) => ({ at, text: 'a text of some length' }));
    const text = JSON.stringify(rows);
    expect(await readJsonBody(bytes(text), turns)).toEqual(rows);
    isDone = true;
    expect(others).toBeGreaterThanOrEqual(Math.floor(text.length / PIECE_BYTES));
  });

  it.each([
    ['is nested deeper than 100 levels', `{"a":"${filler}","b":${nested(200)}}`],
    ['is not valid JSON', `{"a":"${filler}",}`],
  ])('refuses what %s', async (detail, text) => {
    await expect(readJsonBody(bytes(text))).rejects.toMatchObject({
      errors: [{ pointer: '#', detail }],
    });
  });

  it('takes so many values and not one more, wherever they are', async () => {
    // As many again are in texts.
    const items = (count: number): string => Array.from({ length: count }, () => '","').join(',');
    const body = (count: number): Buffer => bytes(`{"a":{"b":[${items(count)}]}}`);
    const fitting = BODY_VALUES_MAX - 2;
    expect(await readJsonBody(body(fitting))).toHaveProperty('a.b.length', fitting);
    await expect(readJsonBody(body(fitting + 1))).rejects.toMatchObject({
      errors: [{ pointer: '#', detail: 'has more than 200000 values' }],
    });
  });

  it('finds the key __proto__ of a long text', async () => {
    for (const key of ['__proto__', '_\\u005fproto__'])
      await expect(readJsonBody(bytes(`{"l":[0,{"${key}":"${filler}"}]}`))).rejects.toMatchObject({
        errors: [{ pointer: '#/l/1/__proto__', detail: 'is not allowed as a key' }],
      });
  });

  it('finds the key __proto__ where it lies', async () => {
    const list = JSON.stringify([filler, filler, filler, 0]).slice(0, -1);
    for (const key of ['__proto__', '_\\u005fproto__']) {
      await expect(readJsonBody(bytes(`{"list":${list},{"${key}":1}]}`))).rejects.toMatchObject({
        errors: [{ pointer: '#/list/4/__proto__', detail: 'is not allowed as a key' }],
      });
    }
  });
});

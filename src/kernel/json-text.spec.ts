import { describe, expect, it } from 'vitest';
import fc from 'fast-check';
import { JsonText, writeJson } from './json-text.js';

const textOf = (value: unknown): JsonText => new JsonText(Buffer.from(JSON.stringify(value)));

describe('writeJson', () => {
  it('writes what holds no text as JSON.stringify does', () => {
    expect(writeJson({ a: [1, null, 'ü'] })).toBe('{"a":[1,null,"ü"]}');
    expect(writeJson(undefined)).toBeUndefined();
  });

  it('takes texts over as they are', () => {
    const text = new JsonText(Buffer.from('{ "b" : 1.0 }'));
    expect(writeJson({ a: [text, 'x', text] }).toString()).toBe(
      '{"a":[{ "b" : 1.0 },"x",{ "b" : 1.0 }]}',
    );
  });

  it('writes a text alone without copying it', () => {
    const text = textOf({ a: 1 });
    expect(writeJson(text)).toBe(text.bytes);
  });

  it('writes the value of any mixture', () => {
    fc.assert(
      fc.property(fc.array(fc.tuple(fc.jsonValue(), fc.boolean())), (items) => {
        const mixed = items.map(([value, isText]) => (isText ? textOf(value) : value));
        const written = JSON.parse(writeJson({ mixed, end: 1 }).toString()) as unknown;
        const whole = JSON.stringify({ mixed: items.map(([value]) => value), end: 1 });
        expect(written).toEqual(JSON.parse(whole));
      }),
    );
  });

  it('leaves nothing behind when a value cannot be written', () => {
    const circular: Record<string, unknown> = { text: textOf(1) };
    circular['self'] = circular;
    expect(() => writeJson(circular)).toThrow('circular');
    expect(JSON.stringify({ text: textOf({ a: 1 }) })).toBe('{"text":{"a":1}}');
  });
});

import { PassThrough } from 'node:stream';
import { describe, expect, it } from 'vitest';
import fc from 'fast-check';
import { parseFormBody, readBytes } from './form-body.js';

const parse = (text: string) => parseFormBody(Buffer.from(text));
const refusedAt = (pointer: string) =>
  expect.objectContaining({
    kind: 'invalid-input',
    errors: [expect.objectContaining({ pointer })],
  });

describe('parseFormBody', () => {
  it.each([
    ['', {}],
    ['a=b', { a: 'b' }],
    ['a=b+c%20d&e', { a: 'b c d', e: '' }],
    ['caf%C3%A9=%E2%82%AC', { café: '€' }],
    ['a[$ne]=x&constructor=y', { 'a[$ne]': 'x', constructor: 'y' }],
  ])('reads %j', (text, parameters) => {
    expect(parse(text)).toEqual(parameters);
  });

  it.each([
    ['a=1&b=2&a=1', '#/a'],
    ['a%2Fb=1&a/b=2', '#/a~1b'],
    ['__proto__=x', '#/__proto__'],
    ['%5F_proto__[a]=x&__proto__', '#/__proto__'],
  ])('refuses %j', (text, pointer) => {
    expect(() => parse(text)).toThrow(refusedAt(pointer));
  });

  it('refuses bytes that are no text', () => {
    expect(() => parseFormBody(Buffer.from([0x61, 0xff]))).toThrow(refusedAt('#'));
  });

  it('reads back whatever was written as a form, and leaves no other object changed', () => {
    const names = fc.string({ unit: 'grapheme' }).filter((name) => name !== '__proto__');
    fc.assert(
      fc.property(fc.dictionary(names, fc.string({ unit: 'grapheme' })), (parameters) => {
        const text = new URLSearchParams(parameters).toString();
        expect(parse(text)).toEqual({ ...parameters });
      }),
    );
  });
});

describe('readBytes', () => {
  const LIMIT = 10;
  const tooLarge = expect.objectContaining({ kind: 'payload-too-large' });
  const streamOf = (...chunks: string[]) => {
    const stream = new PassThrough();
    chunks.forEach((chunk) => stream.write(chunk));
    return stream;
  };

  it('reads up to the limit', async () => {
    const stream = streamOf('01234', '56789');
    stream.end();
    expect((await readBytes(stream, 0, LIMIT)).toString()).toBe('0123456789');
  });

  it('refuses what is announced to be larger without reading any of it', async () => {
    const stream = streamOf('0');
    await expect(readBytes(stream, LIMIT + 1, LIMIT)).rejects.toEqual(tooLarge);
    expect(stream.readableLength).toBe(1);
  });

  it('refuses what turns out to be larger at once, and leaves the stream open', async () => {
    const stream = streamOf('01234', '56789', 'x');
    await expect(readBytes(stream, 0, LIMIT)).rejects.toEqual(tooLarge);
    expect(stream.destroyed).toBe(false);
    expect(stream.listenerCount('data')).toBe(0);
  });

  it('says that the caller went away when the stream breaks', async () => {
    const stream = streamOf('0');
    const reading = readBytes(stream, 0, LIMIT);
    stream.destroy(new Error('aborted'));
    await expect(reading).rejects.toMatchObject({ message: 'aborted', statusCode: 400 });
  });
});

import { Readable } from 'node:stream';
import { StreamableFile } from '@nestjs/common';
import { describe, expect, it } from 'vitest';
import fc from 'fast-check';
import { KEPT_BODY_MAX_BYTES, keptAnswer, restoredValue } from './kept-answer.js';

const bodyOf = (value: unknown) => keptAnswer(200, {}, value).body;

describe('keptAnswer', () => {
  it('gives back the value that it was made of', () => {
    fc.assert(
      fc.property(fc.oneof(fc.jsonValue(), fc.string(), fc.constant(undefined)), (value) => {
        const body = bodyOf(value);
        const restored = body.form === 'not-kept' ? 'lost' : restoredValue(body);
        expect(JSON.stringify(restored)).toBe(JSON.stringify(value));
      }),
    );
  });

  it('keeps the headers that belong to the answer and no others', () => {
    const headers = {
      etag: '"3"',
      location: '/prebuilts/a',
      'set-cookie': 'token=secret',
      'x-request-id': 'r',
      'content-length': 12,
    };
    expect(keptAnswer(201, headers, {})).toMatchObject({
      status: 201,
      headers: { etag: '"3"', location: '/prebuilts/a' },
    });
    expect(Object.keys(keptAnswer(201, headers, {}).headers)).toHaveLength(2);
  });

  it('does not keep what is too large, and only then', () => {
    const fitting = 'x'.repeat(KEPT_BODY_MAX_BYTES);
    expect(bodyOf(fitting).form).toBe('text');
    expect(bodyOf(`${fitting}x`).form).toBe('not-kept');
    expect(bodyOf({ text: 'ü'.repeat(KEPT_BODY_MAX_BYTES / 2) }).form).toBe('not-kept');
  });

  it('does not keep what can be read only once', () => {
    async function* chunks() {
      yield await Promise.resolve('a');
    }
    for (const value of [
      new StreamableFile(Readable.from(['a'])),
      Readable.from(['a']),
      chunks(),
      Buffer.from('a'),
    ]) {
      expect(bodyOf(value).form).toBe('not-kept');
    }
  });
});

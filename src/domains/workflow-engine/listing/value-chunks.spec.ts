import { describe, expect, it } from 'vitest';
import { type JsonValue } from '../../../kernel/json.js';
import { valueChunks } from './value-chunks.js';

async function textOf(value: JsonValue, part = {}): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of valueChunks(value, part)) chunks.push(chunk);
  return Buffer.concat(chunks).toString();
}

describe('a part of a value', () => {
  it('is a text as it is, and JSON with its lines', async () => {
    expect(await textOf('a\n"b"')).toBe('a\n"b"');
    expect(await textOf([1, { a: null }])).toBe(JSON.stringify([1, { a: null }], null, 2));
    expect(await textOf(12)).toBe('12');
    expect(await textOf('')).toBe('');
  });

  it.each([
    ['text', 'line\n'.repeat(60_000)],
    ['list', Array.from({ length: 20_000 }, (_, at) => ({ at, text: 'x\n\u{1F600}' }))],
  ])('makes the whole, part after part: %s', async (_, value) => {
    let joined = '';
    for (;;) {
      const part = await textOf(value, { offset: joined.length, limit: 70_001 });
      if (part === '') break;
      joined += part;
    }
    expect(joined).toBe(await textOf(value));
  });

  it('ends behind a character of two units, never within it', async () => {
    expect(await textOf('a\u{1F600}b', { limit: 2 })).toBe('a\u{1F600}');
    expect(await textOf('a\u{1F600}b', { offset: 3, limit: 9 })).toBe('b');
    expect(await textOf('ab', { offset: 5 })).toBe('');
  });
});

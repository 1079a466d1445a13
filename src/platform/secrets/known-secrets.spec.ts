import { describe, expect, it } from 'vitest';
import { secretRemover } from './known-secrets.js';

const SECRET = 'h4nter&2 "x"/é';
const base64 = (text: string, encoding: 'base64' | 'base64url' = 'base64'): string =>
  Buffer.from(text).toString(encoding);

describe('secretRemover', () => {
  it.each([
    ['plain', SECRET],
    ['JSON', JSON.stringify({ a: SECRET })],
    ['XML', '<a>h4nter&amp;2 &quot;x&quot;/é</a>'],
    ['a path', encodeURIComponent(SECRET)],
    ['a form', encodeURIComponent(SECRET).replaceAll('%20', '+')],
    ['base64', base64(SECRET)],
    ['base64 behind one character', base64(`a${SECRET}b`)],
    ['base64 behind a user', base64(`ad:${SECRET}b`)],
    ['base64 for URLs', base64(`ada:${SECRET}`, 'base64url')],
  ])('finds it in %s', (_, text) => {
    const shown = secretRemover([SECRET])(`before ${text} after`);
    expect(shown).toMatch(/^before .*<SECRET>.* after$/s);
    expect(shown).not.toContain(text);
    expect(shown).not.toMatch(/h4nter|aDRudGV|g0bnRlc|NG50ZX/);
  });

  it('takes the longest of several, and leaves what only begins like one', () => {
    const remove = secretRemover(['abcd', 'abcdefgh', 'abcdxyz']);
    expect(remove('abcdefgh abcdefg abcdxyz abc')).toBe('<SECRET> <SECRET>efg <SECRET> abc');
  });

  it('finds the lines of a long one wherever they stand', () => {
    const lines = Array.from({ length: 4 }, (_, at) => `${String(at)}${'kLm9'.repeat(15)}`);
    const shown = secretRemover([lines.join('\n')])(`x ${lines[2] ?? ''} y\r\n${lines[0] ?? ''}`);
    expect(shown).toBe('x <SECRET> y\r\n<SECRET>');
  });

  it('leaves short ones alone, and the text itself where nothing is known', () => {
    expect(secretRemover(['abc', ''])('abc')).toBe('abc');
  });

  it('compares no further at each place than the longest piece', () => {
    // Every place begins like all of them; comparing each with each would not come to an end.
    const secrets = Array.from({ length: 2000 }, (_, at) => `${'a'.repeat(120)}${String(at)}`);
    const text = 'a'.repeat(100_000);
    expect(secretRemover(secrets)(text)).toBe(text);
  });
});

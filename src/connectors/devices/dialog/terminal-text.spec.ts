import { describe, expect, it } from 'vitest';
import fc from 'fast-check';
import { decoded, TerminalText } from './terminal-text.js';

function shown(...chunks: readonly (string | Uint8Array)[]): string {
  const text = new TerminalText();
  for (const chunk of chunks) text.write(Buffer.from(chunk));
  const last = text.lastLine();
  return decoded(text.takeLines()) + last;
}

describe('TerminalText', () => {
  it.each([
    ['ends lines with any number of carriage returns', 'a\r\nb\r\r\nc\n', 'a\nb\nc\n'],
    ['overwrites behind a carriage return', '[##  ] 7%\r[####] 100%\r\n', '[####] 100%\n'],
    ['goes back behind a backspace', 'abd\bc\r\n', 'abc\n'],
    [
      'drops colours, titles and character sets',
      '\u001b]0;t\u0007\u001b[1;32ma\u001b(B\u001b[0m\n',
      'a\n',
    ],
    ['ends a title with ESC \\ as well', '\u001b]2;t\u001b\\a\n', 'a\n'],
    ['ends a title that never ends with its line', '\u001b]0;t\na\n', '\na\n'],
    ['erases to the end of the line', 'abcdef\u001b[3D\u001b[K\n', 'abc\n'],
    ['erases the whole line', 'abc\u001b[2Kd\n', 'd\n'],
    ['drops control characters and keeps tabs', 'a\u0000\u0007b\tc\u007f\n', 'ab\tc\n'],
    ['shows what only looks like a sequence', '\u001b[\u0001x\n', 'x\n'],
  ])('%s', (_, bytes, text) => {
    expect(shown(bytes)).toBe(text);
  });

  it.each([
    ['backspaces', ' --More-- ', `${'\b'.repeat(9)}${' '.repeat(8)}${'\b'.repeat(9)}`],
    ['an erasure', '--More--', '\r\u001b[K'],
    ['spaces', '---(more)---', `\r${' '.repeat(40)}\r`],
  ])('drops a pager that is erased by %s, and keeps the indent behind it', (_, pager, erasure) => {
    const text = new TerminalText();
    text.write(Buffer.from(`interface x\r\n${pager}`));
    expect(text.lastLine()).toBe(pager);
    text.dropPager();
    text.write(Buffer.from(`${erasure}  description y\r\n`));
    expect(decoded(text.takeLines())).toBe('interface x\n  description y\n');
  });

  it('shows the same however the bytes are cut', () => {
    const byte = fc.oneof(
      fc.integer({ min: 0, max: 255 }),
      fc.constantFrom(0x1b, 0x5b, 0x5d, 0x07, 0x08, 0x0a, 0x0d, 0x20, 0x4b),
    );
    fc.assert(
      fc.property(fc.array(byte, { maxLength: 200 }), fc.array(fc.nat(200)), (bytes, cuts) => {
        const whole = Uint8Array.from(bytes);
        const places = [0, ...cuts.map((cut) => Math.min(cut, bytes.length)), bytes.length];
        places.sort((a, b) => a - b);
        const pieces = places.slice(1).map((end, at) => whole.subarray(places[at], end));
        expect(shown(...pieces)).toBe(shown(whole));
      }),
      { numRuns: 2000 },
    );
  });

  it('takes long hostile streams in their own time', () => {
    const patterns = ['x\b', '\u001b[999999999C', '\u001b[K', '\n', '\u001b]', 'x\r', '\u001b[1;1'];
    for (const pattern of patterns) {
      const stream = Buffer.from(`${'y'.repeat(200_000)}${pattern.repeat(50_000)}\n`);
      expect(shown(stream).length).toBeLessThanOrEqual(stream.length);
    }
  });

  it('reads UTF-8, and Latin-1 where it is none', () => {
    expect(decoded(Buffer.from('Zürich', 'utf8'))).toBe('Zürich');
    expect(decoded(Buffer.from('Zürich', 'latin1'))).toBe('Zürich');
  });
});

import { PassThrough } from 'node:stream';
import { describe, expect, it } from 'vitest';
import { transferProgress } from './transfer-progress.js';

function shown(isTTY: boolean): string {
  const output = Object.assign(new PassThrough(), {
    isTTY,
    cursorTo: () => true,
    clearLine: () => true,
  });
  const progress = transferProgress(output);
  progress.begin(30);
  progress.enter('profiles');
  progress.advance(10);
  progress.enter('sessions');
  progress.advance(20);
  progress.end();
  return String(output.read());
}

describe('transferProgress', () => {
  it('writes plain lines where nobody watches', () => {
    expect(shown(false)).toBe('30 documents\nprofiles\nsessions\n30 documents done\n');
  });

  it('draws one bar on a terminal', () => {
    const text = shown(true);
    expect(text).toContain('100% · 30 of 30 documents · done');
    expect(text).not.toContain('documents done\n');
  });
});

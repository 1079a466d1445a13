import { mkdirSync, mkdtempSync, renameSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { fingerprint } from '../../scripts/support/builds.mjs';

describe('sources of a build', () => {
  let sources: string;
  const at = (name: string): string => join(sources, 'folder', name);
  const write = (name: string, text: string, seconds: number): void => {
    writeFileSync(at(name), text);
    utimesSync(at(name), seconds, seconds);
  };
  const isNoticed = (change: () => void): boolean => {
    const before = fingerprint([sources]);
    change();
    return fingerprint([sources]) !== before;
  };

  beforeEach(() => {
    sources = mkdtempSync(join(tmpdir(), 'sources-'));
    mkdirSync(join(sources, 'folder'));
    write('one.ts', 'one', 1);
  });

  afterEach(() => {
    rmSync(sources, { recursive: true });
  });

  it.each<[string, () => void]>([
    [
      'saved with as many characters',
      () => {
        write('one.ts', 'two', 2);
      },
    ],
    [
      'replaced by one of the same time',
      () => {
        write('one.ts', 'three', 1);
      },
    ],
    [
      'added',
      () => {
        write('two.css', 'two', 1);
      },
    ],
    [
      'removed',
      () => {
        rmSync(at('one.ts'));
      },
    ],
    [
      'renamed',
      () => {
        renameSync(at('one.ts'), at('two.ts'));
      },
    ],
  ])('are other ones when a file is %s', (_, change) => {
    expect(isNoticed(change)).toBe(true);
  });

  it('are the same when a test or a text about them is added', () => {
    expect(
      isNoticed(() => {
        write('one.spec.ts', '', 2);
      }),
    ).toBe(false);
    expect(
      isNoticed(() => {
        write('README.md', '', 2);
      }),
    ).toBe(false);
  });
});

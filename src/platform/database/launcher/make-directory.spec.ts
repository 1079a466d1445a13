import { existsSync, mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from '@jest/globals';
import { makeDirectory } from './make-directory.js';

describe('makeDirectory', () => {
  const root = mkdtempSync(join(tmpdir(), 'make-directory-'));
  afterAll(() => {
    rmSync(root, { recursive: true, force: true });
  });

  it('makes what is missing, for this user alone', () => {
    const path = join(root, 'a', 'b', 'c');
    makeDirectory(path);
    expect(statSync(path).mode & 0o777).toBe(0o700);
    expect(statSync(join(root, 'a')).mode & 0o777).toBe(0o700);
  });

  it('leaves alone what is there', () => {
    expect(() => {
      makeDirectory(root);
    }).not.toThrow();
  });

  const onLinux = existsSync('/proc/self') ? it : it.skip;
  onLinux('returns where nothing can be made (skipped without /proc)', () => {
    expect(() => {
      makeDirectory('/proc/nothing/below');
    }).toThrow(/ENOENT|EACCES|EROFS/);
  });
});

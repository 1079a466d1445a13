import { mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
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

  it('returns where nothing can be made, below a file for example', () => {
    writeFileSync(join(root, 'file'), '');
    expect(() => {
      makeDirectory(join(root, 'file', 'below'));
    }).toThrow(/ENOTDIR|EEXIST/);
  });

  it('returns below /proc too, where the recursive form of Node never does', () => {
    // Where there is no /proc, nobody may make it either.
    expect(() => {
      makeDirectory('/proc/nothing/below');
    }).toThrow(/ENOENT|EACCES|EROFS|EPERM/);
  });
});

import { mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { enginePaths } from './engine-paths.js';

describe('enginePaths', () => {
  let root: string;

  beforeEach(() => {
    root = mkdtempSync(join(tmpdir(), 'engine-paths-'));
  });
  afterEach(() => {
    rmSync(root, { recursive: true, force: true });
  });

  it('makes a missing data directory for this user alone', () => {
    const places = enginePaths(join(root, 'a', 'b'));
    expect(statSync(join(root, 'a', 'b')).mode & 0o777).toBe(0o700);
    expect(places.database).toBe(join(root, 'a', 'b', 'mongodb'));
  });

  it('puts the link beside the data, and names it in the URI', () => {
    const places = enginePaths(root);
    expect(places.link).toBe(join(root, 'mongodb.sock'));
    expect(places.uri).toBe(
      `mongodb://${encodeURIComponent(places.link)}/?directConnection=true&w=1&journal=true`,
    );
  });

  it('finds the same places again, and others for another directory', () => {
    expect(enginePaths(root)).toEqual(enginePaths(root));
    expect(enginePaths(join(root, 'other')).sockets).not.toBe(enginePaths(root).sockets);
  });

  it('keeps every socket path short, however deep the data directory is', () => {
    const deep = join(root, 'deep'.repeat(30), 'é'.repeat(60));
    const { link, sockets, uriFile } = enginePaths(deep);
    expect(Buffer.byteLength(link)).toBeLessThanOrEqual(107);
    expect(
      Buffer.byteLength(`${sockets}/embedded-mongodb-XXXXXX/mongodb.sock`),
    ).toBeLessThanOrEqual(107);
    expect(uriFile.startsWith(deep)).toBe(true);
  });

  it('refuses a data directory that is a file, and names it', () => {
    const file = join(root, 'file');
    writeFileSync(file, '');
    expect(() => enginePaths(file)).toThrow(
      `The data directory ${file} cannot be created or written (EEXIST); set DATA_DIR to a directory that this user owns.`,
    );
  });
});

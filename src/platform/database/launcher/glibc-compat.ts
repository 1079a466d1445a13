/**
 * Lets the prebuilt engine run on glibc 2.36 and 2.37 (Debian 12 for one).
 *
 * The two libraries were linked on a machine with glibc 2.38 and therefore ask for it, but only by
 * the C23 names of functions which every glibc has: `__isoc23_strtol` is `strtol` that also reads
 * `0b101`, and the newer `fmod` leaves `errno` alone. A copy in which these symbols carry the old
 * names and versions loads and does the same work. docs/database.md says when this file can go.
 */

const NEWER = 'GLIBC_2.38';
const C23_PREFIX = '__isoc23_';
const KNOWN = new Set([
  ...['strtol', 'strtoll', 'strtoul', 'strtoull', 'sscanf', 'fscanf'].map((n) => C23_PREFIX + n),
  'fmod',
]);

const SECTION_DYNSYM = 11;
const SECTION_VERSYM = 0x6fffffff;
const SECTION_VERNEED = 0x6ffffffe;
const SYMBOL_BYTES = 24;
/** Both kinds of entries of `.gnu.version_r` are this long, and have their link in the same place. */
const NEED_BYTES = 16;
const NEXT_AT = 12;
const HIDDEN = 0x8000;
const WEAK = 2;

/** The library is not what this file knows how to treat; nothing was changed. */
export class GlibcCompatError extends Error {
  constructor(reason: string) {
    super(reason);
    this.name = 'GlibcCompatError';
  }
}

interface Section {
  readonly type: number;
  readonly offset: number;
  readonly size: number;
  readonly link: number;
  readonly count: number;
}

/** One version that the library asks of another one. */
interface Need {
  readonly library: string;
  readonly version: string;
  readonly index: number;
  /** Where the entry lies in the file. */
  readonly at: number;
}

interface Layout {
  readonly symbols: Section;
  readonly strings: Section;
  readonly versions: Section;
  readonly needs: readonly Need[];
}

function expectLayout(condition: unknown, what: string): asserts condition {
  if (!condition) throw new GlibcCompatError(`unknown layout: ${what}`);
}

function textAt(file: Buffer, strings: Section, offset: number): string {
  expectLayout(offset < strings.size, 'a name lies outside the string table');
  const start = strings.offset + offset;
  const end = file.indexOf(0, start);
  expectLayout(end >= start, 'a name has no end');
  return file.toString('latin1', start, end);
}

function sectionsOf(file: Buffer): readonly Section[] {
  const isElf64 = file.length >= 64 && file.readUInt32BE(0) === 0x7f454c46 && file[4] === 2;
  expectLayout(isElf64 && file[5] === 1, 'not a little-endian ELF64 file');
  const table = Number(file.readBigUInt64LE(0x28));
  const entryBytes = file.readUInt16LE(0x3a);
  const count = file.readUInt16LE(0x3c);
  expectLayout(entryBytes === 64 && count > 0, 'no section table');
  expectLayout(table + count * 64 <= file.length, 'the section table is cut off');
  return Array.from({ length: count }, (_, index) => {
    const at = table + index * 64;
    return {
      type: file.readUInt32LE(at + 4),
      offset: Number(file.readBigUInt64LE(at + 0x18)),
      size: Number(file.readBigUInt64LE(at + 0x20)),
      link: file.readUInt32LE(at + 0x28),
      count: file.readUInt32LE(at + 0x2c),
    };
  });
}

function sectionOf(file: Buffer, sections: readonly Section[], type: number): Section {
  const [section, ...others] = sections.filter((candidate) => candidate.type === type);
  expectLayout(section && others.length === 0, `not exactly one section of type ${type}`);
  expectLayout(section.offset + section.size <= file.length, 'a section is cut off');
  return section;
}

/** The entries of a linked list in a section: each says how far the next one is, the last one 0. */
function linkedEntries(
  file: Buffer,
  list: { from: number; count: number; end: number },
): readonly number[] {
  const entries: number[] = [];
  let at = list.from;
  for (let left = list.count; left > 0; left -= 1) {
    expectLayout(at + NEED_BYTES <= list.end, 'the version needs are cut off');
    entries.push(at);
    const step = file.readUInt32LE(at + NEXT_AT);
    expectLayout(step >= NEED_BYTES || left === 1, 'the version needs overlap');
    at += step;
  }
  return entries;
}

function needsOf(file: Buffer, section: Section, strings: Section): readonly Need[] {
  const end = section.offset + section.size;
  const { offset: from, count } = section;
  return linkedEntries(file, { from, count, end }).flatMap((at) => {
    const library = textAt(file, strings, file.readUInt32LE(at + 4));
    const firstAt = at + file.readUInt32LE(at + 8);
    const versions = file.readUInt16LE(at + 2);
    const list = { from: firstAt, count: versions, end };
    return linkedEntries(file, list).map((aux) => ({
      library,
      version: textAt(file, strings, file.readUInt32LE(aux + 8)),
      index: file.readUInt16LE(aux + 6),
      at: aux,
    }));
  });
}

function layoutOf(file: Buffer): Layout {
  const sections = sectionsOf(file);
  const symbols = sectionOf(file, sections, SECTION_DYNSYM);
  const versions = sectionOf(file, sections, SECTION_VERSYM);
  const strings = sections[symbols.link];
  expectLayout(strings && strings.offset + strings.size <= file.length, 'no string table');
  expectLayout(symbols.size % SYMBOL_BYTES === 0, 'symbols of an unknown size');
  expectLayout(
    versions.size === (symbols.size / SYMBOL_BYTES) * 2,
    'not one version for each symbol',
  );
  const needs = needsOf(file, sectionOf(file, sections, SECTION_VERNEED), strings);
  return { symbols, strings, versions, needs };
}

/** Major and minor number of `GLIBC_2.38` or `2.38`; undefined for names such as GLIBC_ABI_DT_RELR. */
function versionNumbers(version: string): readonly [number, number] | undefined {
  const match = /^(?:GLIBC_)?(\d+)\.(\d+)(?:\.\d+)*$/.exec(version);
  return match ? [Number(match[1]), Number(match[2])] : undefined;
}

/** Negative, zero or positive, as sort functions want it; patch levels do not count. */
export function compareGlibc(left: string, right: string): number {
  const [a, b] = [versionNumbers(left) ?? [0, 0], versionNumbers(right) ?? [0, 0]];
  return a[0] - b[0] || a[1] - b[1];
}

function oldestOf(needs: readonly Need[], library: string): Need {
  const candidates = needs
    .filter((need) => need.library === library && versionNumbers(need.version) !== undefined)
    .sort((a, b) => compareGlibc(a.version, b.version));
  const [oldest] = candidates;
  expectLayout(oldest && oldest.version !== NEWER, `${library} is asked for ${NEWER} alone`);
  return oldest;
}

/** Symbols of which the patch knows that an older glibc has them under the older name. */
function patchSymbols(file: Buffer, layout: Layout, need: Need): void {
  const replacement = oldestOf(layout.needs, need.library);
  const count = layout.symbols.size / SYMBOL_BYTES;
  for (let index = 0; index < count; index += 1) {
    const versionAt = layout.versions.offset + index * 2;
    const version = file.readUInt16LE(versionAt);
    if ((version & ~HIDDEN) !== need.index) continue;
    const symbolAt = layout.symbols.offset + index * SYMBOL_BYTES;
    const nameOffset = file.readUInt32LE(symbolAt);
    const name = textAt(file, layout.strings, nameOffset);
    if (!KNOWN.has(name)) throw new GlibcCompatError(`it needs ${name} of ${need.version}`);
    if (name.startsWith(C23_PREFIX)) {
      file.writeUInt32LE(nameOffset + C23_PREFIX.length, symbolAt);
    }
    file.writeUInt16LE(replacement.index | (version & HIDDEN), versionAt);
  }
  file.writeUInt16LE(file.readUInt16LE(need.at + 4) | WEAK, need.at + 4);
}

/**
 * A copy of the library that the given glibc can load; the input stays as it is.
 * @throws GlibcCompatError when it needs anything else that this glibc lacks.
 */
export function patchForGlibc(library: Buffer, glibc: string): Buffer {
  const layout = layoutOf(library);
  const missing = layout.needs.filter((need) => compareGlibc(need.version, glibc) > 0);
  const other = missing.find((need) => need.version !== NEWER);
  if (other) throw new GlibcCompatError(`it needs ${other.version} of ${other.library}`);
  const copy = Buffer.from(library);
  for (const need of missing) patchSymbols(copy, layout, need);
  return copy;
}

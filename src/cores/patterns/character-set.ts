import { type AST } from '@eslint-community/regexpp';

/** Characters from one number to another, both included. */
export type CharacterRange = readonly [number, number];

/** Ranges in ascending order that neither overlap nor touch. */
export type CharacterSet = readonly CharacterRange[];

/** What stands for one character in a pattern. */
export type CharacterElement = AST.Character | AST.CharacterSet | AST.CharacterClass;

/** Without the flag `u` a character is a unit of UTF-16. */
const LAST = 0xff_ff;

const DIGITS: CharacterSet = [[0x30, 0x39]];
const WORD: CharacterSet = [...DIGITS, [0x41, 0x5a], [0x5f, 0x5f], [0x61, 0x7a]];
const SPACE: CharacterSet = [
  [0x09, 0x0d],
  [0x20, 0x20],
  [0xa0, 0xa0],
  [0x16_80, 0x16_80],
  [0x20_00, 0x20_0a],
  [0x20_28, 0x20_29],
  [0x20_2f, 0x20_2f],
  [0x20_5f, 0x20_5f],
  [0x30_00, 0x30_00],
  [0xfe_ff, 0xfe_ff],
];
/** What JavaScript takes for the end of a line. */
export const LINE_ENDS: readonly number[] = [0x0a, 0x0d, 0x20_28, 0x20_29];
const LINE_END_SET = united(LINE_ENDS.map((unit) => [unit, unit]));

/**
 * The characters that an element stands for in JavaScript without the flag `u`.
 * @throws Error for what that JavaScript does not have
 */
export function charactersOf(
  element: CharacterElement,
  { ignoreCase, dotAll }: { readonly ignoreCase: boolean; readonly dotAll: boolean },
): CharacterSet {
  if (element.type === 'CharacterClass') {
    const members = united(element.elements.flatMap(membersOf));
    const all = ignoreCase ? inEitherCase(members) : members;
    return element.negate ? complement(all) : all;
  }
  if (element.type === 'CharacterSet' && element.kind === 'any') {
    return dotAll ? [[0, LAST]] : complement(LINE_END_SET);
  }
  const members = membersOf(element);
  return ignoreCase ? inEitherCase(members) : members;
}

/** Whether a set has a character. */
export function hasCharacter(set: CharacterSet, unit: number): boolean {
  let [low, high] = [0, set.length - 1];
  while (low <= high) {
    const middle = (low + high) >> 1;
    const [first, last] = set[middle] ?? [0, 0];
    if (unit < first) high = middle - 1;
    else if (unit > last) low = middle + 1;
    else return true;
  }
  return false;
}

function membersOf(
  element: AST.CharacterClassElement | AST.CharacterSet | AST.Character,
): CharacterSet {
  if (element.type === 'Character') return [[element.value, element.value]];
  if (element.type === 'CharacterClassRange') return [[element.min.value, element.max.value]];
  if (element.type === 'CharacterSet' && element.kind !== 'any' && element.kind !== 'property') {
    const set = { digit: DIGITS, space: SPACE, word: WORD }[element.kind];
    return element.negate ? complement(set) : set;
  }
  throw new Error('has a class of characters that is not supported');
}

function united(ranges: readonly CharacterRange[]): CharacterSet {
  const result: [number, number][] = [];
  for (const [first, last] of [...ranges].sort(([one], [other]) => one - other)) {
    const before = result.at(-1);
    if (before && first <= before[1] + 1) before[1] = Math.max(before[1], last);
    else result.push([first, last]);
  }
  return result;
}

function complement(set: CharacterSet): CharacterSet {
  const result: CharacterRange[] = [];
  let next = 0;
  for (const [first, last] of set) {
    if (first > next) result.push([next, first - 1]);
    next = last + 1;
  }
  return next > LAST ? result : [...result, [next, LAST]];
}

/** The set with all characters that are the same but for their case. */
function inEitherCase(set: CharacterSet): CharacterSet {
  const [only] = set;
  if (only && set.length === 1 && only[0] === only[1]) {
    return united((casesOf().get(only[0]) ?? [only[0]]).map((unit) => [unit, unit]));
  }
  const added = [...new Set(casesOf().values())]
    .filter((units) => units.some((unit) => hasCharacter(set, unit)))
    .flat();
  return united([...set, ...added.map((unit): CharacterRange => [unit, unit])]);
}

let known: ReadonlyMap<number, readonly number[]> | undefined;

/** Characters that JavaScript takes for the same where case does not matter, by each of them. */
function casesOf(): ReadonlyMap<number, readonly number[]> {
  if (known) return known;
  const byCanonical = new Map<number, number[]>();
  for (let unit = 0; unit <= LAST; unit += 1) {
    const canonical = canonicalOf(unit);
    const same = byCanonical.get(canonical);
    if (same) same.push(unit);
    else byCanonical.set(canonical, [unit]);
  }
  const several = [...byCanonical.values()].filter(({ length }) => length > 1);
  known = new Map(several.flatMap((units) => units.map((unit) => [unit, units] as const)));
  return known;
}

/** `Canonicalize` of ECMA-262 without the flag `u`: `ſ` and `s` are two letters, though both have the capital S. */
export function canonicalOf(unit: number): number {
  const upper = String.fromCharCode(unit).toUpperCase();
  const code = upper.charCodeAt(0);
  return upper.length !== 1 || (unit >= 128 && code < 128) ? unit : code;
}

import { type AST } from '@eslint-community/regexpp';
import {
  charactersOf,
  type CharacterElement,
  type CharacterSet,
  hasCharacter,
  LINE_ENDS,
} from './character-set.js';
import { type PatternFlags } from './linear-pattern.js';
import { NoLinearEquivalent } from './no-linear-equivalent.js';

/** A pattern of JavaScript in the syntax of the linear engine, and where the two still differ. */
export interface LinearReading {
  readonly source: string;
  /** It asks for ends of lines, which are `\n` alone for the linear engine. */
  readonly hasLineEdges: boolean;
  /** It makes no difference between one end of a line and another, so that one may stand for all. */
  readonly isAlikeForLineEnds: boolean;
  /** Where it matches is the same, and what its groups hold; else only whether it matches. */
  readonly isSameInExtent: boolean;
}

/**
 * Reads a pattern of JavaScript for the linear engine.
 * @returns undefined where that engine has no equal: look-around, references, halves of surrogate pairs
 */
export function linearReading(
  pattern: AST.Pattern,
  flags: PatternFlags,
): LinearReading | undefined {
  const writer = new LinearWriter();
  try {
    const source = writer.alternatives(pattern.alternatives, flags);
    const { hasLineEdges, isAlikeForLineEnds, isSameInExtent } = writer;
    return { source, hasLineEdges, isAlikeForLineEnds, isSameInExtent };
  } catch (error) {
    if (error instanceof NoLinearEquivalent) return undefined;
    throw error;
  }
}

const SURROGATE_FIRST = 0xd8_00;
const SURROGATE_LAST = 0xdf_ff;

class LinearWriter {
  hasLineEdges = false;
  isAlikeForLineEnds = true;
  isSameInExtent = true;

  alternatives(alternatives: readonly AST.Alternative[], flags: PatternFlags): string {
    return alternatives.map(({ elements }) => this.sequence(elements, flags)).join('|');
  }

  private sequence(elements: readonly AST.Element[], flags: PatternFlags): string {
    const parts: string[] = [];
    for (let at = 0; at < elements.length; at += 1) {
      const pair = pairOf(elements[at], elements[at + 1]);
      const element = elements[at];
      if (pair !== undefined) {
        parts.push(written(pair));
        at += 1;
      } else if (element) parts.push(this.element(element, flags));
    }
    return parts.join('');
  }

  // eslint-disable-next-line complexity -- one case for each kind of element
  private element(element: AST.Element, flags: PatternFlags): string {
    switch (element.type) {
      case 'Character':
      case 'CharacterSet':
      case 'CharacterClass':
        return this.character(element, flags);
      case 'Group':
        return `(?:${this.alternatives(element.alternatives, flagsIn(element, flags))})`;
      case 'CapturingGroup':
        return `(${this.alternatives(element.alternatives, flags)})`;
      case 'Quantifier':
        return this.quantifier(element, flags);
      case 'Assertion':
        return this.assertion(element, flags);
      case 'Backreference':
      case 'ExpressionCharacterClass':
        throw new NoLinearEquivalent();
    }
  }

  private character(element: CharacterElement, flags: PatternFlags): string {
    const { ignoreCase = false, dotAll = false } = flags;
    const set = charactersOf(element, { ignoreCase, dotAll });
    const ends = LINE_ENDS.filter((unit) => hasCharacter(set, unit)).length;
    if (ends > 0 && ends < LINE_ENDS.length) this.isAlikeForLineEnds = false;
    return classOf(set);
  }

  private quantifier(quantifier: AST.Quantifier, flags: PatternFlags): string {
    const { min, max, greedy, element } = quantifier;
    // JavaScript refuses a round that takes nothing, and begins each round with empty groups.
    const mayTakeNothing = max > min && isNullable(element);
    if (mayTakeNothing || (max > 1 && hasOptionalGroup(element, false)))
      this.isSameInExtent = false;
    const times = max === Infinity ? `{${min},}` : `{${min},${max}}`;
    // A character, a set and a group need no brackets of their own, which would count for its size.
    return `${this.element(element, flags)}${SHORT[times] ?? times}${greedy ? '' : '?'}`;
  }

  private assertion(assertion: AST.Assertion, { multiline = false }: PatternFlags): string {
    if (assertion.kind === 'lookahead' || assertion.kind === 'lookbehind')
      throw new NoLinearEquivalent();
    if (assertion.kind === 'word') return assertion.negate ? '\\B' : '\\b';
    if (multiline) this.hasLineEdges = true;
    return EDGES[assertion.kind][multiline ? 'line' : 'text'];
  }
}

const EDGES = {
  start: { text: '\\A', line: '(?m:^)' },
  end: { text: '\\z', line: '(?m:$)' },
} as const;

const SHORT: Readonly<Record<string, string>> = { '{0,}': '*', '{1,}': '+', '{0,1}': '?' };

/** A character beyond U+FFFF that is written as it is, or as its two halves. */
function pairOf(one: AST.Element | undefined, other: AST.Element | undefined): number | undefined {
  if (one?.type !== 'Character' || other?.type !== 'Character') return undefined;
  const code = String.fromCharCode(one.value, other.value).codePointAt(0) ?? 0;
  return code > 0xff_ff ? code : undefined;
}

function classOf(set: CharacterSet): string {
  const [only] = set;
  if (only && set.length === 1 && only[0] === only[1] && !isSurrogate(only[0])) {
    return written(only[0]);
  }
  if (!only) return '[^\\x{0}-\\x{10ffff}]';
  const ranges = set.map(([first, last]) => `${written(first)}-${written(last)}`);
  return `[${[...ranges, ...beyond(set)].join('')}]`;
}

/** What has all halves of surrogate pairs has all whole characters too: a whole one counts as one. */
function beyond(set: CharacterSet): readonly string[] {
  const touched = set.filter(([first, last]) => first <= SURROGATE_LAST && last >= SURROGATE_FIRST);
  const [whole] = touched;
  if (!whole) return [];
  if (whole[0] > SURROGATE_FIRST || whole[1] < SURROGATE_LAST) throw new NoLinearEquivalent();
  return [`${written(0x1_00_00)}-${written(0x10_ff_ff)}`];
}

function isSurrogate(unit: number): boolean {
  return unit >= SURROGATE_FIRST && unit <= SURROGATE_LAST;
}

function written(code: number): string {
  return `\\x{${code.toString(16)}}`;
}

function flagsIn({ modifiers }: AST.Group, flags: PatternFlags): PatternFlags {
  if (!modifiers) return flags;
  const { add, remove } = modifiers;
  const one = (name: 'ignoreCase' | 'multiline' | 'dotAll'): boolean =>
    add[name] || (flags[name] === true && remove?.[name] !== true);
  return { ignoreCase: one('ignoreCase'), multiline: one('multiline'), dotAll: one('dotAll') };
}

/** Whether an element may match nothing at all. */
function isNullable(element: AST.Element): boolean {
  if (element.type === 'Group' || element.type === 'CapturingGroup') {
    return element.alternatives.some(({ elements }) => elements.every(isNullable));
  }
  if (element.type === 'Quantifier') return element.min === 0 || isNullable(element.element);
  return element.type === 'Assertion';
}

/** Whether a group in it may take no part where the element matches. */
function hasOptionalGroup(element: AST.Element, isOptional: boolean): boolean {
  if (element.type === 'Quantifier') {
    return hasOptionalGroup(element.element, isOptional || element.min === 0);
  }
  if (element.type !== 'Group' && element.type !== 'CapturingGroup') return false;
  if (element.type === 'CapturingGroup' && isOptional) return true;
  const isChoice = isOptional || element.alternatives.length > 1;
  return element.alternatives.some(({ elements }) =>
    elements.some((one) => hasOptionalGroup(one, isChoice)),
  );
}

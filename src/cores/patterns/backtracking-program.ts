import { type AST } from '@eslint-community/regexpp';
import { type PatternFlags } from './linear-pattern.js';

const PROGRAM_SIZE_MAX = 5000;

/** One instruction of a compiled pattern; `next` of those without one is the instruction behind it. */
export type Instruction =
  /** One character that fits; backward where the pattern looks behind. */
  | { readonly kind: 'character'; readonly fits: (code: number) => boolean; readonly step: 1 | -1 }
  /** Goes on at the first place, and at the second one where that leads nowhere. */
  | { kind: 'split'; first: number; second: number }
  | { kind: 'jump'; to: number }
  | { readonly kind: 'save'; readonly slot: number }
  /** Forgets what groups held: each round of a repetition begins without them. */
  | { readonly kind: 'clear'; readonly from: number; readonly to: number }
  /** A round of a repetition that took nothing leads nowhere. */
  | { readonly kind: 'progress'; readonly slot: number }
  | { readonly kind: 'edge'; readonly at: 'start' | 'end' | 'word'; readonly negate: boolean }
  | { readonly kind: 'look'; readonly program: readonly Instruction[]; readonly negate: boolean }
  | { readonly kind: 'back'; readonly group: number; readonly step: 1 | -1 }
  | { readonly kind: 'match' };

/** A pattern ready to run. */
export interface Program {
  readonly instructions: readonly Instruction[];
  /** Two for each group, the whole match first, then one for each repetition. */
  readonly slots: number;
  /** How many of them belong to the match and its groups. */
  readonly groupSlots: number;
  readonly multiline: boolean;
  readonly ignoreCase: boolean;
}

/** @throws Error for what is not supported, or too large */
export function compileProgram(
  pattern: AST.Pattern,
  flags: PatternFlags,
): { readonly program: Program; readonly groupCount: number } {
  const groups = groupsOf(pattern);
  const compiler = new Compiler(groups, flags);
  compiler.emit({ kind: 'save', slot: 0 });
  compiler.alternatives(pattern.alternatives, 1);
  compiler.emit({ kind: 'save', slot: 1 });
  compiler.emit({ kind: 'match' });
  const { multiline = false, ignoreCase = false } = flags;
  const { instructions } = compiler;
  const slots = { slots: compiler.slots.next, groupSlots: 2 * groups.length + 2 };
  const program = { instructions, ...slots, multiline, ignoreCase };
  return { program, groupCount: groups.length };
}

/** Groups in the order of their opening brackets. */
function groupsOf(node: AST.Node): readonly AST.CapturingGroup[] {
  const own = node.type === 'CapturingGroup' ? [node] : [];
  const alternatives = 'alternatives' in node ? node.alternatives : [];
  const elements = 'elements' in node && node.type === 'Alternative' ? node.elements : [];
  const below: readonly AST.Node[] =
    node.type === 'Quantifier' ? [node.element] : [...alternatives, ...elements];
  return [...own, ...below.flatMap(groupsOf)];
}

class Compiler {
  readonly instructions: Instruction[] = [];
  /** Where the rounds of a repetition begin is kept here. */
  private readonly rounds = new Map<AST.Quantifier, number>();

  constructor(
    private readonly groups: readonly AST.CapturingGroup[],
    private readonly flags: PatternFlags,
    readonly slots = { next: 2 * groups.length + 2 },
    private readonly size = { left: PROGRAM_SIZE_MAX },
  ) {}

  emit(instruction: Instruction): number {
    this.size.left -= 1;
    if (this.size.left < 0) throw new Error('repeats too much');
    return this.instructions.push(instruction) - 1;
  }

  alternatives(alternatives: readonly AST.Alternative[], step: 1 | -1): void {
    const exits: { kind: 'jump'; to: number }[] = [];
    alternatives.forEach(({ elements }, index) => {
      const isLast = index === alternatives.length - 1;
      const split = { kind: 'split', first: 0, second: 0 } as const as SplitInstruction;
      if (!isLast) split.first = this.emit(split) + 1;
      for (const element of step === 1 ? elements : [...elements].reverse()) {
        this.element(element, step);
      }
      if (isLast) return;
      const exit = { kind: 'jump' as const, to: 0 };
      split.second = this.emit(exit) + 1;
      exits.push(exit);
    });
    for (const exit of exits) exit.to = this.instructions.length;
  }

  // eslint-disable-next-line complexity -- one case for each kind of element
  private element(element: AST.Element, step: 1 | -1): void {
    switch (element.type) {
      case 'Character':
      case 'CharacterSet':
      case 'CharacterClass':
        this.emit({ kind: 'character', fits: fitting(element.raw, this.flags), step });
        break;
      case 'Group':
        if (element.modifiers) throw new Error('changes its flags on the way');
        this.alternatives(element.alternatives, step);
        break;
      case 'CapturingGroup':
        this.group(element, step);
        break;
      case 'Quantifier':
        this.quantifier(element, step);
        break;
      case 'Assertion':
        this.assertion(element);
        break;
      case 'Backreference':
        if (Array.isArray(element.resolved))
          throw new Error('refers to several groups by one name');
        this.emit({ kind: 'back', group: this.groups.indexOf(element.resolved) + 1, step });
        break;
      case 'ExpressionCharacterClass':
        throw new Error('has a class of sets');
    }
  }

  private group(group: AST.CapturingGroup, step: 1 | -1): void {
    const slot = 2 * (this.groups.indexOf(group) + 1);
    this.emit({ kind: 'save', slot: step === 1 ? slot : slot + 1 });
    this.alternatives(group.alternatives, step);
    this.emit({ kind: 'save', slot: step === 1 ? slot + 1 : slot });
  }

  private assertion(assertion: AST.Assertion): void {
    if (assertion.kind === 'lookahead' || assertion.kind === 'lookbehind') {
      const { groups, flags, slots, size } = this;
      const inner = new Compiler(groups, flags, slots, size);
      inner.alternatives(assertion.alternatives, assertion.kind === 'lookahead' ? 1 : -1);
      inner.emit({ kind: 'match' });
      this.emit({ kind: 'look', program: inner.instructions, negate: assertion.negate });
      return;
    }
    const negate = assertion.kind === 'word' && assertion.negate;
    this.emit({ kind: 'edge', at: assertion.kind, negate });
  }

  private quantifier(quantifier: AST.Quantifier, step: 1 | -1): void {
    const { min, max, greedy } = quantifier;
    for (let count = 0; count < min; count += 1) this.round(quantifier, step);
    if (max === Infinity) {
      const split = this.split();
      this.optionalRound(quantifier, step);
      this.emit({ kind: 'jump', to: split.at });
      this.close(split, greedy);
      return;
    }
    const splits = Array.from({ length: max - min }, () => {
      const split = this.split();
      this.optionalRound(quantifier, step);
      return split;
    });
    for (const split of splits) this.close(split, greedy);
  }

  private split(): { readonly at: number; readonly split: SplitInstruction } {
    const split: SplitInstruction = { kind: 'split', first: 0, second: 0 };
    return { at: this.emit(split), split };
  }

  /** One way goes into the repetition, the other one past it. */
  private close({ at, split }: ReturnType<Compiler['split']>, greedy: boolean): void {
    const [into, past] = [at + 1, this.instructions.length];
    [split.first, split.second] = greedy ? [into, past] : [past, into];
  }

  /** A round beyond the required ones leads nowhere when it takes nothing. */
  private optionalRound(quantifier: AST.Quantifier, step: 1 | -1): void {
    if (isCharacter(quantifier.element)) {
      this.round(quantifier, step);
      return;
    }
    const slot = this.rounds.get(quantifier) ?? this.slots.next++;
    this.rounds.set(quantifier, slot);
    this.emit({ kind: 'save', slot });
    this.round(quantifier, step);
    this.emit({ kind: 'progress', slot });
  }

  private round({ element }: AST.Quantifier, step: 1 | -1): void {
    const inner = groupsOf(element).map((group) => 2 * (this.groups.indexOf(group) + 1));
    const [first] = inner;
    const last = inner.at(-1);
    if (first !== undefined && last !== undefined) {
      this.emit({ kind: 'clear', from: first, to: last + 1 });
    }
    this.element(element, step);
  }
}

function isCharacter({ type }: AST.Element): boolean {
  return type === 'Character' || type === 'CharacterSet' || type === 'CharacterClass';
}

type SplitInstruction = Extract<Instruction, { kind: 'split' }>;

const KNOWN_MAX = 128;

/** Whether a character fits one that is written so: JavaScript itself judges a single character. */
function fitting(raw: string, flags: PatternFlags): (code: number) => boolean {
  const letters = `${flags.ignoreCase ? 'i' : ''}${flags.dotAll ? 's' : ''}`;
  const tester = new RegExp(`^(?:${raw})$`, letters);
  const known = new Map<number, boolean>();
  return (code) => {
    const found = known.get(code);
    if (found !== undefined) return found;
    const fits = tester.test(String.fromCharCode(code));
    if (code < KNOWN_MAX) known.set(code, fits);
    return fits;
  };
}

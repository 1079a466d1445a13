import { type Instruction, type Program } from './backtracking-program.js';

/** How many steps are told of at a time. */
const STEPS_AT_ONCE = 1024;
/** Places that ways hold which are left to try. */
const HELD_MAX = 8_000_000;

/** A way that is left to try. */
interface Way {
  readonly at: number;
  readonly position: number;
  readonly slots: readonly number[];
}

/** What a run knows beside its ways. */
interface Run {
  readonly program: Program;
  readonly text: string;
  readonly count: () => void;
}

/**
 * Tries a pattern from one place of a text.
 * @param spend is told of steps on the way, and may throw
 * @returns where the match and its groups begin and end, two numbers each, -1 for none; undefined for no match
 */
export function runProgram(
  program: Program,
  text: string,
  start: number,
  spend: (steps: number) => void,
): readonly number[] | undefined {
  let steps = 0;
  const count = (): void => {
    steps += 1;
    if (steps % STEPS_AT_ONCE === 0) spend(STEPS_AT_ONCE);
  };
  const slots = Array.from({ length: program.slots }, () => -1);
  const found = search({ program, text, count }, program.instructions, {
    at: 0,
    position: start,
    slots,
  });
  spend(steps % STEPS_AT_ONCE);
  return found?.slice(0, program.groupSlots);
}

/** The places of the first way that leads to a match. */
function search(
  run: Run,
  instructions: readonly Instruction[],
  first: Way,
): readonly number[] | undefined {
  const ways: Way[] = [first];
  for (let way = ways.pop(); way; way = ways.pop()) {
    const found = follow(run, instructions, way, ways);
    if (found) return found;
    if (ways.length * run.program.slots > HELD_MAX)
      throw new RangeError('the regular expression branches too much');
  }
  return undefined;
}

/** Follows one way to its end; other ways that open on it are left for later. */
function follow(
  run: Run,
  instructions: readonly Instruction[],
  way: Way,
  ways: Way[],
): readonly number[] | undefined {
  let { at, position, slots } = way;
  for (;;) {
    run.count();
    const instruction = instructions[at];
    if (!instruction || instruction.kind === 'match') return slots;
    at += 1;
    if (instruction.kind === 'split') {
      ways.push({ at: instruction.second, position, slots });
      at = instruction.first;
    } else if (instruction.kind === 'jump') {
      at = instruction.to;
    } else {
      const next = stepOver(run, instruction, position, slots);
      if (!next) return undefined;
      ({ position, slots } = next);
    }
  }
}

type Place = Pick<Way, 'position' | 'slots'>;
type Plain = Exclude<Instruction, { kind: 'split' | 'jump' | 'match' }>;

/** Where a plain instruction leads; undefined where it does not fit. */
function stepOver(
  run: Run,
  instruction: Plain,
  position: number,
  slots: readonly number[],
): Place | undefined {
  const here = { position, slots };
  switch (instruction.kind) {
    case 'character': {
      const { step, fits } = instruction;
      const code = run.text.charCodeAt(step === 1 ? position : position - 1);
      return !Number.isNaN(code) && fits(code) ? { position: position + step, slots } : undefined;
    }
    case 'save':
      return { position, slots: slots.with(instruction.slot, position) };
    case 'clear':
      return { position, slots: slots.toSpliced(...cleared(instruction)) };
    case 'progress':
      return slots[instruction.slot] === position ? undefined : here;
    case 'edge':
      return isAtEdge(run, instruction.at, position) !== instruction.negate ? here : undefined;
    case 'look': {
      const found = search(run, instruction.program, { at: 0, position, slots });
      if (instruction.negate) return found ? undefined : here;
      return found && { position, slots: found };
    }
    case 'back':
      return afterReference(run, instruction, position, slots);
  }
}

function cleared({ from, to }: Extract<Plain, { kind: 'clear' }>): [number, number, ...number[]] {
  const length = to - from + 1;
  return [from, length, ...Array.from({ length }, () => -1)];
}

const LINE_END = /[\n\r\u2028\u2029]/;
const WORD = /\w/;

function isAtEdge(
  { program, text }: Run,
  edge: 'start' | 'end' | 'word',
  position: number,
): boolean {
  const [before = '', after = ''] = [text[position - 1], text[position]];
  switch (edge) {
    case 'start':
      return position === 0 || (program.multiline && LINE_END.test(before));
    case 'end':
      return position === text.length || (program.multiline && LINE_END.test(after));
    case 'word':
      return WORD.test(before) !== WORD.test(after);
  }
}

/** A group that took no part fits everywhere, as in JavaScript. */
function afterReference(
  { program, text, count }: Run,
  { group, step }: Extract<Plain, { kind: 'back' }>,
  position: number,
  slots: readonly number[],
): Place | undefined {
  const [start = -1, end = -1] = [slots[2 * group], slots[2 * group + 1]];
  if (start < 0 || end < 0) return { position, slots };
  const length = end - start;
  const from = step === 1 ? position : position - length;
  if (from < 0) return undefined;
  for (let units = 0; units < length; units += 64) count();
  const fold = (one: string): string => (program.ignoreCase ? one.toUpperCase() : one);
  const isSame = fold(text.slice(start, end)) === fold(text.slice(from, from + length));
  return isSame ? { position: position + step * length, slots } : undefined;
}

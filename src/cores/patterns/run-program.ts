import { type Instruction, type Program } from './backtracking-program.js';
import { canonicalOf } from './character-set.js';
import { PatternTooExpensive } from './pattern-too-expensive.js';

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
    if (ways.length * run.program.slots > HELD_MAX) throw new PatternTooExpensive();
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
      const next = stepOver(run, instruction, { position, slots });
      if (!next) return undefined;
      ({ position, slots } = next);
    }
  }
}

type Place = Pick<Way, 'position' | 'slots'>;
type Plain = Exclude<Instruction, { kind: 'split' | 'jump' | 'match' }>;

/** Where a plain instruction leads; undefined where it does not fit. */
// eslint-disable-next-line complexity -- one case for each kind of instruction
function stepOver(run: Run, instruction: Plain, here: Place): Place | undefined {
  const { position, slots } = here;
  switch (instruction.kind) {
    case 'character':
      return afterCharacter(run, instruction, here);
    case 'save':
      return { position, slots: slots.with(instruction.slot, position) };
    case 'clear':
      return { position, slots: slots.toSpliced(...cleared(instruction)) };
    case 'progress':
      return slots[instruction.slot] === position ? undefined : here;
    case 'edge':
      return EDGES[instruction.at](run, position) === instruction.negate ? undefined : here;
    case 'look':
      return afterLook(run, instruction, here);
    case 'back':
      return afterReference(run, instruction, here);
  }
}

type Of<Kind extends Plain['kind']> = Extract<Plain, { kind: Kind }>;

function afterCharacter(
  { text }: Run,
  { step, fits }: Of<'character'>,
  { position, slots }: Place,
): Place | undefined {
  const code = text.charCodeAt(step === 1 ? position : position - 1);
  return !Number.isNaN(code) && fits(code) ? { position: position + step, slots } : undefined;
}

function cleared({ from, to }: Of<'clear'>): [number, number, ...number[]] {
  const length = to - from + 1;
  return [from, length, ...Array.from({ length }, () => -1)];
}

/** What a look around finds in its groups stays, where it may find something. */
function afterLook(run: Run, { program, negate }: Of<'look'>, here: Place): Place | undefined {
  const found = search(run, program, { at: 0, ...here });
  if (negate) return found ? undefined : here;
  return found && { position: here.position, slots: found };
}

const LINE_END = /[\n\r\u2028\u2029]/;
const WORD = /\w/;

const EDGES: Readonly<Record<Of<'edge'>['at'], (run: Run, position: number) => boolean>> = {
  start: ({ program, text }, position) =>
    position === 0 || (program.multiline && LINE_END.test(text.charAt(position - 1))),
  end: ({ program, text }, position) =>
    position === text.length || (program.multiline && LINE_END.test(text.charAt(position))),
  word: ({ text }, position) =>
    WORD.test(text.charAt(position - 1)) !== WORD.test(text.charAt(position)),
};

/** A group that took no part fits everywhere, as in JavaScript. */
function afterReference(run: Run, { group, step }: Of<'back'>, here: Place): Place | undefined {
  const { position, slots } = here;
  const [start = -1, end = -1] = [slots[2 * group], slots[2 * group + 1]];
  const length = end - start;
  if (start < 0 || end < 0) return here;
  const from = step === 1 ? position : position - length;
  return isRepeated(run, { start, from, length })
    ? { position: position + step * length, slots }
    : undefined;
}

function isRepeated(
  { program, text, count }: Run,
  {
    start,
    from,
    length,
  }: { readonly start: number; readonly from: number; readonly length: number },
): boolean {
  for (let units = 0; units < length; units += 64) count();
  if (from < 0 || from + length > text.length) return false;
  const unitAt = (at: number): number =>
    program.ignoreCase ? canonicalOf(text.charCodeAt(at)) : text.charCodeAt(at);
  for (let at = 0; at < length; at += 1) if (unitAt(start + at) !== unitAt(from + at)) return false;
  return true;
}

/** A pattern that costs more is not read: its program would be too large by far. */
export const PATTERN_COST_MAX = 6000;

/** Reading a class of Unicode takes as long as reading this many characters. */
const UNICODE_CLASS_COST = 25;
/** A group has a beginning and an end, and may be empty. */
const GROUP_COST = 3;
/** An alternative is a branch, and may be empty. */
const ALTERNATIVE_COST = 2;

/** An escape with what belongs to it, a class in brackets, or one character. */
const PART =
  /\\[pP](?:\{[^{}]*\}|.)|\\x\{[^{}]*\}|\\.|\[\^?\]?(?:\\.|\[:\^?\w*:\]|[^\]\\])*\]|\{\d+(?:,\d*)?\}|./gsu;
const COUNT = /^\{(\d+)(?:,(\d*))?\}$/;
const UNICODE_CLASS = /\\[pP]/g;

/** What a sequence of parts costs, and what the last of them does. */
interface Sequence {
  cost: number;
  last: number;
}

/**
 * About how many instructions the program of a pattern has, without reading it: a short text can repeat
 * a part of it so often that reading it takes seconds, only to find that it is too large. Time and room
 * that this takes grow with the text alone.
 */
export function patternCost(source: string): number {
  const outer: Sequence[] = [];
  let sequence: Sequence = { cost: 0, last: 0 };
  for (const [part] of source.matchAll(PART)) {
    if (part === '(') {
      outer.push(sequence);
      sequence = { cost: 0, last: 0 };
    } else if (part === ')') {
      const group = sequence.cost + GROUP_COST;
      sequence = outer.pop() ?? { cost: 0, last: 0 };
      add(sequence, group);
    } else repeatOrAdd(sequence, part);
  }
  return [...outer, sequence].reduce((sum, { cost }) => sum + cost, 0);
}

function repeatOrAdd(sequence: Sequence, part: string): void {
  const [, least, most] = COUNT.exec(part) ?? [];
  if (least === undefined) {
    add(sequence, part === '|' ? ALTERNATIVE_COST : costOfPart(part));
    return;
  }
  // What may be left out takes an instruction more each time.
  const each = most === undefined ? sequence.last : sequence.last + 1;
  const repeated = each * Math.max(1, Number(most === undefined || most === '' ? least : most));
  sequence.cost += repeated - sequence.last;
  sequence.last = repeated;
}

function costOfPart(part: string): number {
  return 1 + (part.match(UNICODE_CLASS)?.length ?? 0) * UNICODE_CLASS_COST;
}

function add(sequence: Sequence, cost: number): void {
  sequence.cost += cost;
  sequence.last = cost;
}

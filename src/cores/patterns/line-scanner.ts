import { type RE2JS } from 're2js';

/** How far a scan has come in a text, and the lines that match so far, from 0. */
export interface LineScan {
  readonly found: number[];
  at: number;
  line: number;
  state?: number;
}

/** What of the engine's automaton is used here. */
interface Automaton {
  /** It cannot run this pattern. */
  readonly failed: boolean;
  readonly numClasses: number;
  runeClass(rune: number): number;
  start(input: { context(): number }, pos: number): AutomatonState | null;
  /** null when it would take more memory than it may. */
  step(from: AutomatonState, cls: number, rune: number, anchor: number): AutomatonState | null;
}

interface AutomatonState {
  readonly isMatch: boolean;
  readonly nfaStates: readonly number[];
}

const LINE_FEED = 10;
const BYTE_CHARACTERS = 256;
const SURROGATE_FIRST = 0xd8_00;
/** Constants of re2js. */
const END_TEXT = -1;
const BEGIN_TEXT = 4;
const UNANCHORED = 0;
const ANCHOR_START = 1;
/** What follows a state is another one, unless it is not known yet or the line is decided. */
const UNKNOWN = 0;
const MATCH = 1;
const NO_MATCH = 2;
const ROWS_FIRST = 3;
/** Asking what follows takes as long as so many characters, for each instruction that a state stands for. */
const STEP_COST = 100;
/** About a second: a pattern that takes longer has too many states. */
const COST_MAX = 400_000_000;

/**
 * Finds the lines of texts that match a pattern, in a few nanoseconds for each character: states are asked of the
 * engine's automaton when they are first met, and kept in a table. Each line is judged by itself.
 */
export class LineScanner {
  readonly #automaton: Automaton;
  readonly #anchor: number;
  readonly #width: number;
  readonly #columns: Int32Array;
  readonly #states: AutomatonState[] = [];
  readonly #rows = new Map<AutomatonState, number>();
  #next: Int32Array;
  #cost = 0;

  constructor(compiled: RE2JS) {
    const engine: { readonly dfa: Automaton; readonly cond: number } = compiled.re2();
    this.#automaton = engine.dfa;
    // Where a match begins with the line, a character that does not fit decides it.
    this.#anchor = (engine.cond & BEGIN_TEXT) === 0 ? UNANCHORED : ANCHOR_START;
    this.#width = this.#automaton.numClasses + 1;
    this.#columns = Int32Array.from({ length: BYTE_CHARACTERS }, (_, unit) => this.#columnOf(unit));
    this.#next = new Int32Array(ROWS_FIRST * this.#width);
    const first = this.#automaton.start({ context: () => BEGIN_TEXT }, 0);
    if (first) this.#rowOf(first);
  }

  /**
   * Goes on over about so many characters.
   * @param text of lines that all end with a line feed alone
   * @returns false when the pattern has too many states: then the text has to be searched in another way
   */
  // eslint-disable-next-line complexity -- the inner loop: a function call per character would slow it down
  scan(text: string, scan: LineScan, characters: number): boolean {
    if (this.#automaton.failed || this.#cost > COST_MAX) return false;
    const first = ROWS_FIRST * this.#width;
    const columns = this.#columns;
    let next = this.#next;
    let { at, line, state = first } = scan;
    let stop = Math.min(text.length, at + characters);
    for (; at < stop; at += 1) {
      let rune = text.charCodeAt(at);
      if (rune >= SURROGATE_FIRST) rune = text.codePointAt(at) ?? rune;
      const column = columns[rune] ?? this.#columnOf(rune);
      let to = next[state + column] ?? UNKNOWN;
      if (to === UNKNOWN) {
        const before = this.#cost;
        to = this.#step(state, column, rune);
        if (to === UNKNOWN) return false;
        next = this.#next;
        stop -= this.#cost - before;
      }
      if (to >= ROWS_FIRST) {
        state = to;
        if (rune > 0xff_ff) at += 1;
      } else {
        if (to === MATCH) scan.found.push(line);
        at = text.indexOf('\n', at);
        line += 1;
        state = first;
      }
    }
    Object.assign(scan, { at, line, state });
    return true;
  }

  /** What follows a state: another one, or what is known of the line then. */
  #step(row: number, column: number, rune: number): number {
    const from = this.#states[row / this.#width - ROWS_FIRST];
    this.#cost += STEP_COST * (from?.nfaStates.length ?? 0);
    const isEnd = rune === LINE_FEED;
    const to = from && this.#automaton.step(from, column, isEnd ? END_TEXT : rune, this.#anchor);
    if (!to) {
      this.#cost = Infinity;
      return UNKNOWN;
    }
    const outcome = this.#outcome(to, isEnd);
    this.#next[row + column] = outcome;
    return outcome;
  }

  #outcome(to: AutomatonState, isEnd: boolean): number {
    if (to.isMatch) return MATCH;
    const isOver = isEnd || (this.#anchor === ANCHOR_START && to.nfaStates.length === 0);
    return isOver ? NO_MATCH : this.#rowOf(to);
  }

  #rowOf(state: AutomatonState): number {
    const known = this.#rows.get(state);
    if (known !== undefined) return known;
    const row = (ROWS_FIRST + this.#states.length) * this.#width;
    this.#rows.set(state, row);
    this.#states.push(state);
    if (row + this.#width > this.#next.length) {
      const longer = new Int32Array(2 * (row + this.#width));
      longer.set(this.#next);
      this.#next = longer;
    }
    return row;
  }

  /** The end of a line has the last column. */
  #columnOf(rune: number): number {
    return rune === LINE_FEED ? this.#width - 1 : this.#automaton.runeClass(rune);
  }
}

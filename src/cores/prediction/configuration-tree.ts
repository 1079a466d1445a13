import { type PredictionRules } from './prediction-rules.js';

/** A line of a configuration with the lines of its section. */
export interface ConfigurationNode {
  /** As it stands, with its indentation; several lines for a text such as a banner. */
  readonly raw: string;
  /** Without indentation; undefined for separators, comments and ends of sections. */
  readonly command: string | undefined;
  readonly children: readonly ConfigurationNode[];
}

type Block = PredictionRules['block'];

interface Growing extends ConfigurationNode {
  readonly children: Growing[];
  readonly depth: number;
}

const FILLER = /^(?:[!#].*|exit(?:-\S+)?|quit|end)?$/;

/** Reads a configuration whose sections are told by indentation. Nothing of it is lost. */
export function readTree(
  text: string,
  { block }: Pick<PredictionRules, 'block'>,
): readonly ConfigurationNode[] {
  const top: Growing[] = [];
  const open: Growing[] = [];
  const empty: Growing[] = [];
  for (const raw of wholeLines(text.split('\n'), block)) {
    const node = nodeOf(raw);
    if (raw.trim() === '') {
      // Where an empty line belongs is told by the line after it.
      empty.push(node);
      continue;
    }
    leave(open, node.depth);
    (open.at(-1)?.children ?? top).push(...empty.splice(0), node);
    if (node.command !== undefined) open.push(node);
  }
  top.push(...empty);
  return top;
}

function nodeOf(raw: string): Growing {
  const plain = raw.trim();
  const command = FILLER.test(plain) ? undefined : plain;
  return { raw, command, children: [], depth: indentationOf(raw) };
}

/** Leaves the sections whose header stands as far right, or further. */
function leave(open: Growing[], depth: number): void {
  for (let last = open.at(-1); last && last.depth >= depth; last = open.at(-1)) open.pop();
}

/** The configuration as text; the opposite of `readTree`. */
export function writeTree(nodes: readonly ConfigurationNode[]): string {
  return linesOf(nodes).join('\n');
}

/** Spaces and tabs before the first word. */
export function indentationOf(line: string): number {
  return line.length - line.trimStart().length;
}

/** Whether a text of several lines begins here and does not end in the same line. */
export function beginsBlock(line: string, block: Block): boolean {
  const start = block?.start.exec(line);
  if (!block || !start) return false;
  const [opening, delimiter = ''] = start;
  return block.endLine !== undefined || !line.slice(opening.length).includes(delimiter);
}

function linesOf(nodes: readonly ConfigurationNode[]): string[] {
  const lines: string[] = [];
  const add = (all: readonly ConfigurationNode[]): void => {
    for (const { raw, children } of all) {
      lines.push(raw);
      add(children);
    }
  };
  add(nodes);
  return lines;
}

/** The lines, each text of several lines as one. */
function wholeLines(lines: readonly string[], block: Block): readonly string[] {
  const whole: string[] = [];
  for (let at = 0; at < lines.length;) {
    const count = linesOfBlock(lines, at, block);
    whole.push(lines.slice(at, at + count).join('\n'));
    at += count;
  }
  return whole;
}

function linesOfBlock(lines: readonly string[], at: number, block: Block): number {
  const first = lines[at] ?? '';
  if (!block || !beginsBlock(first, block)) return 1;
  const [, delimiter = ''] = block.start.exec(first) ?? [];
  const isEnd = (line: string): boolean =>
    block.endLine === undefined ? line.includes(delimiter) : line.trim() === block.endLine;
  const end = lines.findIndex((line, place) => place > at && isEnd(line));
  return end === -1 ? 1 : end - at + 1;
}

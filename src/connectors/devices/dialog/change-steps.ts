import { type DeviceType } from '../types/device-type.js';

/** One line of a change, or a text of several lines that is one thing to the device. */
export interface ChangeStep {
  /** Index of the line that is refused when the device refuses it. */
  readonly index: number;
  /** Lines that are sent first and have no prompt behind them. */
  readonly before: readonly string[];
  readonly command: string;
}

/** Puts texts of several lines together; blank lines and comments outside of them are left out. */
export function changeSteps(
  lines: readonly string[],
  type: Pick<DeviceType, 'change' | 'comment'>,
): ChangeStep[] {
  const steps: ChangeStep[] = [];
  for (let index = 0; index < lines.length; index += 1) {
    const line = lines[index] ?? '';
    if (line.trim() === '' || line.trimStart().startsWith(type.comment)) continue;
    const end = textEnd(lines, index, type.change.textBlock);
    const block = lines.slice(index, end + 1);
    steps.push({ index, before: block.slice(0, -1), command: block.at(-1) ?? line });
    index = end;
  }
  return steps;
}

/** Index of the last line of the text that begins here; the line itself when none does. */
function textEnd(
  lines: readonly string[],
  start: number,
  block: DeviceType['change']['textBlock'],
): number {
  const first = lines[start] ?? '';
  const match = block?.starts.exec(first);
  if (!block || !match) return start;
  const isEnd = endOf(block.ends, match[1]);
  if (block.ends === undefined && isEnd(first.slice(match[0].length))) return start;
  const found = lines.findIndex((line, index) => index > start && isEnd(line));
  return found < 0 ? start : found;
}

/** A word of its own line, or a character that the first line names. */
function endOf(word: string | undefined, delimiter = ''): (line: string) => boolean {
  return word === undefined ? (line) => line.includes(delimiter) : (line) => line.trim() === word;
}

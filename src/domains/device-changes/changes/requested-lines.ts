import { type Fault } from '../../../kernel/app-error.js';

/** Lines that a caller wants sent, or what is wrong with them. */
export type RequestedLines =
  | { readonly kind: 'lines'; readonly lines: readonly string[]; readonly isText: boolean }
  | { readonly kind: 'refused'; readonly faults: readonly Fault[] };

const LINES_MAX = 10_000;
const LENGTH_MAX = 262_144;
const LINE_LENGTH_MAX = 4096;
/** Tabs stand in indentations; everything else would be a key that is pressed. */
const CONTROL = /[^\P{Cc}\t]|[\u2028\u2029\ufeff]/u;
const LONE_SURROGATE = /\p{Surrogate}/u;
const FAULTS_MAX = 100;

/** Reads `config`: one text, or a list of lines. */
export function requestedLines(config: unknown): RequestedLines {
  if (typeof config === 'string') return judged(config.replace(/\r?\n$/, '').split(/\r?\n/), true);
  const isList = Array.isArray(config) && config.every((line) => typeof line === 'string');
  if (!isList) return refused('#/config', 'must be a text, or a list of lines');
  return judged(config, false);
}

/** Where a line stands in the request. */
export function linePointer(line: number, isText: boolean): string {
  return isText ? '#/config' : `#/config/${line}`;
}

function judged(lines: readonly string[], isText: boolean): RequestedLines {
  if (lines.length > LINES_MAX) return refused('#/config', `must have at most ${LINES_MAX} lines`);
  const length = lines.reduce((sum, line) => sum + line.length, 0);
  if (length > LENGTH_MAX) return refused('#/config', `must have at most ${LENGTH_MAX} characters`);
  if (lines.every((line) => line.trim() === ''))
    return refused('#/config', 'must have a line that is not empty');
  const faults = lines.flatMap((line, at) => {
    const detail = faultOf(line);
    if (detail === undefined) return [];
    const where = isText ? `line ${at + 1} ` : '';
    return [{ pointer: linePointer(at, isText), detail: `${where}${detail}` }];
  });
  return faults.length > 0
    ? { kind: 'refused', faults: faults.slice(0, FAULTS_MAX) }
    : { kind: 'lines', lines, isText };
}

function faultOf(line: string): string | undefined {
  if (line.length > LINE_LENGTH_MAX) return `must have at most ${LINE_LENGTH_MAX} characters`;
  if (CONTROL.test(line)) return 'must be one line without control characters';
  return LONE_SURROGATE.test(line) ? 'must be Unicode text' : undefined;
}

function refused(pointer: string, detail: string): RequestedLines {
  return { kind: 'refused', faults: [{ pointer, detail }] };
}

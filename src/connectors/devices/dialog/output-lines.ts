import { type DeviceDialog } from '../types/device-type.js';

/** Longer lines are no prompts; patterns never see more. */
const PROMPT_CHARACTERS_MAX = 300;

/** A line that looks like a prompt of the type. */
export interface Prompt {
  readonly text: string;
  readonly host: string;
  /** Empty outside of modes. */
  readonly mode: string;
}

/** Reads a line as a prompt of the type; undefined when it is none. */
export function readPrompt(dialog: DeviceDialog, line: string): Prompt | undefined {
  if (line.length > PROMPT_CHARACTERS_MAX) return undefined;
  const groups = dialog.prompt.exec(line)?.groups;
  if (!groups) return undefined;
  return { text: line.trimEnd(), host: groups['host'] ?? '', mode: groups['mode'] ?? '' };
}

/** Reads a line as the prompt of this very device: the one learnt, or one of its modes. */
export function readOwnPrompt(
  dialog: DeviceDialog,
  line: string,
  known: Prompt,
): Prompt | undefined {
  const prompt = readPrompt(dialog, line);
  if (!prompt) return undefined;
  if (prompt.mode === '' && known.mode === '')
    return prompt.text === known.text ? prompt : undefined;
  return isSameHost(prompt.host, known.host, dialog.hostShownMin) ? prompt : undefined;
}

/** True for the whole name, and for its beginning where the type cuts long names. */
function isSameHost(shown: string, known: string, shownMin: number | undefined): boolean {
  if (shown === known) return true;
  if (shownMin === undefined) return false;
  const shorter = Math.min(shown.length, known.length);
  return shorter >= shownMin && (known.startsWith(shown) || shown.startsWith(known));
}

/** Messages that refuse a command are short; longer outputs are no such thing. */
const REFUSAL_LINES_MAX = 25;
const REFUSAL_CHARACTERS_MAX = 1000;
/** The echo is the first line; a prompt that came late may stand before it. */
const ECHO_LINES_MAX = 4;

/** The lines of an output without echo and without what belongs to the prompt behind it. */
export function outputLines(
  text: string,
  command: string,
  dialog: Pick<DeviceDialog, 'beforePrompt'>,
): string[] {
  const lines = text.split('\n');
  const echo = lines.slice(0, ECHO_LINES_MAX).findIndex((line) => isEcho(line, command));
  let end = lines.length;
  while (end > echo + 1 && isBeforePrompt(lines[end - 1] ?? '', dialog)) end -= 1;
  return lines.slice(echo + 1, end);
}

/** True for a line that says nothing, or only what stands before a prompt. */
export function isBeforePrompt(line: string, dialog: Pick<DeviceDialog, 'beforePrompt'>): boolean {
  return line.trim() === '' || (dialog.beforePrompt?.test(line.trimEnd()) ?? false);
}

/** True when the output is a message that refuses the command. */
export function isRefusal(
  lines: readonly string[],
  { refusals }: Pick<DeviceDialog, 'refusals'>,
): boolean {
  if (lines.length > REFUSAL_LINES_MAX) return false;
  return lines.some(
    (line) =>
      line.length <= REFUSAL_CHARACTERS_MAX && refusals.some((pattern) => pattern.test(line)),
  );
}

/** Lines as text: each ends with a line feed. */
export function joined(lines: readonly string[]): string {
  return lines.map((line) => `${line}\n`).join('');
}

function isEcho(line: string, command: string): boolean {
  return command !== '' && unquoted(line).endsWith(unquoted(command));
}

/** Devices show a quoted question mark with its control-V, without it, or not at all. */
function unquoted(line: string): string {
  return line.replaceAll('^V', '').replaceAll('?', '').trimEnd();
}

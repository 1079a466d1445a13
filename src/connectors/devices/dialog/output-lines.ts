import { type DeviceDialog } from '../types/device-type.js';

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

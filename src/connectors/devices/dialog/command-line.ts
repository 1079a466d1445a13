import { invalidInput } from '../../../kernel/app-error.js';

/** Longer than what any of the types takes in one line. */
const COMMAND_CHARACTERS_MAX = 4000;
const CONTROL_CHARACTER = /[\p{Cc}\u2028\u2029]/u;

/** Why a text cannot be sent as one line; undefined when it can. */
export function lineRefusal(line: string): string | undefined {
  if (CONTROL_CHARACTER.test(line)) return 'must be one line without control characters';
  if (line.length > COMMAND_CHARACTERS_MAX)
    return `must have at most ${COMMAND_CHARACTERS_MAX} characters`;
  return undefined;
}

/** @throws AppError `invalid-input`. */
export function assertCommand(command: string): void {
  const refusal = command.trim() === '' ? 'must not be empty' : lineRefusal(command);
  if (refusal !== undefined) throw invalidInput([{ pointer: '#/command', detail: refusal }]);
}

/**
 * Why a line cannot be part of a change: it would end the configuration mode, commit, or run
 * something else. Abbreviations of three characters and more count as well.
 */
export function changeLineRefusal(line: string, reserved: readonly string[]): string | undefined {
  const refusal = lineRefusal(line);
  if (refusal !== undefined) return refusal;
  const [word = ''] = line.trim().toLowerCase().split(/\s/, 1);
  const found = reserved.find(
    (name) => name === word || (word.length >= 3 && name.startsWith(word)),
  );
  return found === undefined
    ? undefined
    : `begins with '${found}', which is not a line of configuration`;
}

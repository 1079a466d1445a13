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

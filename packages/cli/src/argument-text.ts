import { readFileSync } from 'node:fs';
import { text } from 'node:stream/consumers';
import { CommandError } from './command-error.js';
import { type CommandEnvironment } from './command-environment.js';

/** A text as it is, `@file` for what a file holds, `-` for what comes in. @throws CommandError */
export async function argumentText(
  given: string,
  { stdin }: Pick<CommandEnvironment, 'stdin'>,
): Promise<string> {
  if (given === '-') return text(stdin);
  if (!given.startsWith('@')) return given;
  try {
    return readFileSync(given.slice(1), 'utf8');
  } catch {
    throw new CommandError(`${given.slice(1)} cannot be read`);
  }
}

import { readFileSync } from 'node:fs';
import { text } from 'node:stream/consumers';
import { CommandError } from './command-error.js';
import { type CommandEnvironment } from './command-environment.js';

/**
 * A secret that a file holds, or that comes in: every account of the machine can read a command line.
 * @throws CommandError when it is written there.
 */
export async function argumentSecret(
  given: string,
  flag: string,
  environment: Pick<CommandEnvironment, 'stdin'>,
): Promise<string> {
  if (given !== '-' && !given.startsWith('@'))
    throw new CommandError(`--${flag} is a secret: @file, or - for what comes in`);
  return (await argumentText(given, environment)).replace(/\r?\n$/, '');
}

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

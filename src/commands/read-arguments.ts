import { parseArgs } from 'node:util';
import { type AdminCommand } from './admin-command.js';
import { CommandError } from './command-error.js';

/** What a command was told. */
export interface CommandArguments {
  readonly words: readonly string[];
  readonly switches: ReadonlySet<string>;
}

/** What a command takes. */
export interface TakenArguments {
  readonly words: number;
  readonly switches?: readonly string[];
}

/**
 * The words and switches of a command line.
 * @throws CommandError with exit code 2 and the usage, when there are others than the command takes.
 */
export function readArguments(
  { name, usage }: Pick<AdminCommand, 'name' | 'usage'>,
  args: readonly string[],
  taken: TakenArguments,
): CommandArguments {
  const wrong = new CommandError(`usage: npm run admin -- ${`${name} ${usage}`.trim()}`, 2);
  const names = taken.switches ?? [];
  try {
    const { positionals, values } = parseArgs({
      args: [...args],
      allowPositionals: true,
      options: Object.fromEntries(names.map((option) => [option, { type: 'boolean' as const }])),
    });
    if (positionals.length !== taken.words) throw wrong;
    return { words: positionals, switches: new Set(Object.keys(values)) };
  } catch {
    throw wrong;
  }
}

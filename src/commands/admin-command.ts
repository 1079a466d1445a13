import { type Config } from '../platform/config/config.js';

/** What a command is given. */
export interface CommandContext {
  readonly config: Config;
  /** A line of the answer, to standard output. */
  readonly say: (line: string) => void;
}

/** One row of `npm run admin`: what the help shows, and what is done. */
export interface AdminCommand {
  readonly name: string;
  /** Its arguments, `NAME` for example; empty when it takes none. */
  readonly usage: string;
  /** What it is for, in one line. */
  readonly note: string;
  /** @throws CommandError, ConfigError, DatabaseStartError or AppError in words for the operator. */
  readonly run: (context: CommandContext, args: readonly string[]) => Promise<void>;
}

import { CommandError } from './commands/command-error.js';
import { ConfigError } from './platform/config/config.js';
import { DatabaseStartError } from './platform/database/launcher/database-start-error.js';
import { TransferError } from './platform/database/transfer/transfer-error.js';

/** Their messages are sentences for the operator. */
const FOR_OPERATORS = [CommandError, ConfigError, DatabaseStartError, TransferError];

/** Ends the process with words where the operator can act on them, and with the stack elsewhere. */
export function reportAndExit(error: unknown): never {
  const isForOperators = FOR_OPERATORS.some((kind) => error instanceof kind);
  const stack = error instanceof Error ? error.stack : undefined;
  process.stderr.write(
    `${isForOperators && error instanceof Error ? error.message : (stack ?? String(error))}\n`,
  );
  process.exit(error instanceof CommandError ? error.exitCode : 1);
}

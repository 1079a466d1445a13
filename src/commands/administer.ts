import { AppError } from '../kernel/app-error.js';
import { type AdminCommand, type CommandContext } from './admin-command.js';
import { CommandError } from './command-error.js';
import { listAdmins } from './list-admins.js';
import { newSecretsKey } from './new-secrets-key.js';
import { resealSecretsCommand } from './reseal-secrets.js';
import { resetPassword } from './reset-password.js';
import { verifyAudit } from './verify-audit.js';

/** Everything that `npm run admin` can do. */
export const ADMIN_COMMANDS: readonly AdminCommand[] = [
  listAdmins,
  resetPassword,
  verifyAudit,
  newSecretsKey,
  resealSecretsCommand,
];

function help(): string {
  const calls = ADMIN_COMMANDS.map(({ name, usage, note }) => ({
    call: `${name} ${usage}`.trim(),
    note,
  }));
  const width = Math.max(...calls.map(({ call }) => call.length));
  const lines = calls.map(({ call, note }) => `  ${call.padEnd(width)}   ${note}`);
  return ['usage: npm run admin -- COMMAND', ...lines].join('\n');
}

/**
 * `npm run admin -- COMMAND`: work that needs access to the database and no credential. It goes on
 * beside a running platform and without one.
 * @throws CommandError in words for the operator; its exit code is 2 for a wrong command line.
 */
export async function administer(context: CommandContext, args: readonly string[]): Promise<void> {
  const [name, ...rest] = args;
  if (name === undefined || name === 'help') {
    context.say(help());
    return;
  }
  const command = ADMIN_COMMANDS.find((candidate) => candidate.name === name);
  if (!command) throw new CommandError(`There is no command ${name}.\n${help()}`, 2);
  try {
    await command.run(context, rest);
  } catch (error) {
    if (error instanceof AppError && error.kind !== 'internal') {
      throw new CommandError(`${error.detail}.`, 1, { cause: error });
    }
    throw error;
  }
}

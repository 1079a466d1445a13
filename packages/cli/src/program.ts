import { Command, CommanderError, Option } from 'commander';
import { addContentCommands } from './content-commands.js';
import { OPERATIONS } from './generated/operations.gen.js';
import { addDemoCommand } from './demo-command.js';
import { EXIT } from './command-error.js';
import { exitStatus } from './exit-status.js';
import { addHelpCommands } from './help-commands.js';
import { addJobCommands } from './job-commands.js';
import { addOperation, addVerb, type Begin, group, rowOf } from './operation-command.js';
import { FORMATS, show } from './output.js';
import { addPackageCommands } from './package-commands.js';
import { addRestoreCommand } from './restore-command.js';
import { addPlatformCommands } from './platform-commands.js';
import { type GlobalOptions, Session } from './session.js';
import { type CommandEnvironment } from './command-environment.js';
import { VERBS } from './verbs.js';

/**
 * Runs a command of these arguments (with the program in front, as Node has them).
 * @returns the exit code; what went wrong has been written to `stderr`
 */
export async function runProgram(
  environment: CommandEnvironment,
  argv: readonly string[],
): Promise<number> {
  try {
    await programFor(environment, argv).parseAsync(argv);
    return EXIT.done;
  } catch (error) {
    // What Commander itself refuses, it has told already.
    if (error instanceof CommanderError) return error.exitCode === 0 ? EXIT.done : EXIT.usage;
    const { text, exitCode } = exitStatus(error);
    environment.stderr.write(text);
    return exitCode;
  }
}

/** The whole command line, for these arguments. */
function programFor(environment: CommandEnvironment, argv: readonly string[]): Command {
  const program = new Command('netadmin')
    .description('Command line of the netadmin management API')
    .option('--on <context>', 'platform to work with, of those that login kept')
    .addOption(
      new Option('-o, --output <format>', 'a table on a terminal, JSON in a pipe').choices(FORMATS),
    )
    .option('--query <path>', 'show a part of the answer: data.0.status, data.*.name');
  const begin: Begin = () => new Session(environment, program.opts<GlobalOptions>());
  addPlatformCommands(program, begin);
  addVerbs(program, begin, argv);
  addJobCommands(program, begin);
  addContentCommands(program, begin);
  addPackageCommands(program, begin);
  addRestoreCommand(program, begin);
  addDemoCommand(program, begin, (of, words) => {
    const line = ['node', 'netadmin', ...words];
    return programFor(of, line).parseAsync(line);
  });
  addHelpCommands(program, begin);
  addApi(program, begin, argv);
  quiet(program, environment);
  return program;
}

/** Of groups that nobody asks for, the names alone: the help has them, and the rest takes long to add. */
function addVerbs(program: Command, begin: Begin, argv: readonly string[]): void {
  const words = new Set(argv.slice(2));
  for (const verb of VERBS) {
    const [name = '', ...inGroup] = verb.verb.split(' ');
    if (inGroup.length === 0 || words.has(name) || words.has('manual'))
      addVerb(program, verb, begin);
    else group(program, name);
  }
}

/** Commands inherit nothing that is set later: each is told where errors go, and not to end the process. */
function quiet(command: Command, environment: CommandEnvironment): void {
  command.exitOverride().configureOutput({
    writeOut: (text) => void environment.stdout.write(text),
    writeErr: (text) => void environment.stderr.write(text),
  });
  for (const child of command.commands) quiet(child, environment);
}

function addApi(program: Command, begin: Begin, argv: readonly string[]): void {
  const api = group(program, 'api');
  const list = api.command('list').description('All operations');
  list.action(async () => {
    const session = begin();
    const rows = Object.entries(OPERATIONS).map(([operation, { method, path, summary }]) => ({
      operation,
      method,
      path,
      summary,
    }));
    await show(rows, session.environment, session.options);
  });
  const call = api.command('call').description('Call one: netadmin api call getJob --id …');
  // Only the one that is called: all of them would take longer to add than to run.
  for (const word of argv.slice(2)) if (word in OPERATIONS) addOperation(call, word, begin);
  call.argument('[operation]').allowUnknownOption().allowExcessArguments();
  call.action((operation?: string) => {
    if (operation === undefined) call.help({ error: true });
    else rowOf(operation);
  });
}

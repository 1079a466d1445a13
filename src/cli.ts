import { administer } from './commands/administer.js';
import { writeDocuments } from './commands/write-documents.js';
import { transferData } from './commands/transfer-data.js';
import { type Config, loadConfig } from './platform/config/config.js';
import { processEnvironment } from './platform/config/env.js';
import { runDatabaseProcess } from './platform/database/launcher/database-process.js';
import { reportAndExit } from './report-and-exit.js';

const say = (line: string): void => {
  process.stdout.write(`${line}\n`);
};

const USAGE = `usage:
  npm run database                            run the embedded engine as a process of its own
  npm run data -- export DIR [--uri URI]      write everything to a directory
  npm run data -- import DIR [--uri URI]      read it into an empty database (--replace: any)
  npm run admin -- COMMAND                    accounts, audit and keys; without COMMAND: all of them
  npm run docs [-- --check]                   write (or compare) the generated documents`;

type Command = (config: Config, args: readonly string[]) => Promise<void>;

const COMMANDS: Readonly<Record<string, Command>> = {
  database: (config) => runDatabaseProcess(config, say),
  data: (config, args) => transferData(config, args),
  admin: (config, args) => administer({ config, say }, args),
  docs: (_config, args) => writeDocuments(args.includes('--check'), say),
};

async function run(name: string | undefined, args: readonly string[]): Promise<void> {
  const command = COMMANDS[name ?? ''];
  if (command) return command(loadConfig(processEnvironment()), args);
  say(USAGE);
  process.exitCode = name === undefined ? 0 : 2;
}

try {
  const [name, ...args] = process.argv.slice(2);
  await run(name, args);
} catch (error) {
  reportAndExit(error);
}

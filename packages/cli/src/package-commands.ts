import { type Command } from 'commander';
import { SigningError, signFile, writeKeys } from '../../../scripts/support/package-signature.mjs';
import { CommandError, EXIT } from './command-error.js';
import { type Begin, group } from './operation-command.js';

/** What authors do with packages on their own machine: no platform sees a key. */
export function addPackageCommands(program: Command, begin: Begin): void {
  const packages = group(program, 'package');
  packages
    .command('keys')
    .description(
      'Make a pair of keys to sign packages with: NAME.key, which is secret, and NAME.pub',
    )
    .argument('<name>')
    .action((name: string) => {
      told(begin, () => writeKeys(name));
    });
  packages
    .command('sign')
    .description('Sign a package: its signature lies beside it, as FILE.sig')
    .argument('<file>', 'package (artifact.json)')
    .argument('<key>', 'file of the secret key')
    .action((file: string, key: string) => {
      told(begin, () => signFile(file, key));
    });
}

/** @throws CommandError */
function told(begin: Begin, work: () => string): void {
  try {
    begin().environment.stdout.write(`${work()}\n`);
  } catch (error) {
    if (!(error instanceof SigningError)) throw error;
    throw new CommandError(error.message, EXIT.failed);
  }
}

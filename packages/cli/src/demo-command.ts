import { createInterface } from 'node:readline/promises';
import { type Command } from 'commander';
import { tokenOf } from '../../client/src/credentials.js';
import { type Client } from '../../client/src/generated/client/index.js';
import { getDevice } from '../../client/src/generated/sdk.gen.js';
import { CommandError } from './command-error.js';
import { type CommandEnvironment } from './command-environment.js';
import { type Begin } from './operation-command.js';
import { TOUR } from './tour.js';

/** Carries a command out, as it would be written behind `netadmin`. */
export type Run = (environment: CommandEnvironment, words: readonly string[]) => Promise<unknown>;

/** An account that every demo has, as `npm run demo` prints it. */
const ACCOUNT = { username: 'admin', password: 'demo-password' };

/** The tour of the platform in commands. */
export function addDemoCommand(program: Command, begin: Begin, run: Run): void {
  program
    .command('demo')
    .description('A tour of the demo that `npm run demo` has started, command by command')
    .argument('[url]', 'its address', 'http://127.0.0.1:3000')
    .action(async (url: string) => {
      const session = begin();
      const token = await tokenOf(ACCOUNT, session.clientOf({ url }));
      const client = session.clientOf({ url, token });
      await getDevice({ client, path: { name: 'edge-1' } }).catch(() => {
        throw new CommandError(`${url} is no demo: npm run demo starts one`);
      });
      const { environment } = session;
      const env = { ...environment.env, NETADMIN_URL: url, NETADMIN_TOKEN: token };
      await toured(client, { ...environment, env }, run);
    });
}

async function toured(client: Client, environment: CommandEnvironment, run: Run): Promise<void> {
  for (const { title, wordsOf } of TOUR) {
    const words = await wordsOf(client);
    environment.stdout.write(`\n# ${title}\n`);
    if (!words) environment.stdout.write('Done already\n');
    else {
      environment.stdout.write(`$ netadmin ${words.map(quoted).join(' ')}\n`);
      await goneOn(environment);
      await run(environment, words);
    }
  }
}

/** On a terminal, people say when they have read enough. */
async function goneOn({ stdin, stdout, signal }: CommandEnvironment): Promise<void> {
  if (!stdin.isTTY || !stdout.isTTY) return;
  const lines = createInterface({ input: stdin, output: stdout });
  await lines.question('[Enter] ', { signal }).finally(() => {
    lines.close();
  });
}

function quoted(word: string): string {
  return /^[\w@./:=-]+$/.test(word) ? word : `'${word.replaceAll("'", `'\\''`)}'`;
}

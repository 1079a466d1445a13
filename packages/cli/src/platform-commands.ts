import { resolve } from 'node:path';
import { type Command } from 'commander';
import { tokenOf } from '../../client/src/credentials.js';
import { logout, whoami } from '../../client/src/generated/sdk.gen.js';
import { CommandError } from './command-error.js';
import { type Context } from './context-store.js';
import { group, type Begin } from './operation-command.js';
import { show } from './output.js';
import { type Session } from './session.js';
import { readSecret } from './read-secret.js';

interface LoginOptions {
  readonly username?: string;
  readonly passwordStdin?: boolean;
  readonly tokenStdin?: boolean;
  readonly tokenCommand?: string;
  readonly name?: string;
  readonly authority?: string;
}

/** Signing in and out, and the platforms that somebody works with. */
export function addPlatformCommands(program: Command, begin: Begin): void {
  const signIn = program
    .command('login')
    .description('Sign in to a platform, and keep it as the current context')
    .argument('<url>', 'its address: https://netadmin.example.net')
    .option('--username <name>', 'account to sign in with; its password is asked for')
    .option('--password-stdin', 'the password comes in')
    .option('--token-stdin', 'an API token comes in')
    .option(
      '--token-command <command>',
      'prints a token each time that one is needed; none is kept',
    )
    .option(
      '--authority <file>',
      'certificate (PEM) of the authority that has signed the one of the platform',
    )
    .option('--name <name>', 'of the context; the host of the address when absent');
  signIn.action((url: string) => keepLogin(begin(), url, signIn.opts<LoginOptions>()));
  const signOut = program.command('logout').description('End the session, and forget its token');
  signOut.action(() => endLogin(begin()));
  addContextCommands(group(program, 'context'), begin);
}

async function keepLogin(session: Session, url: string, options: LoginOptions): Promise<void> {
  if (!URL.canParse(url)) throw new CommandError(`${url} is not an address: https://host`);
  const { authority } = options;
  const place = { url, ...(authority !== undefined && { authority: resolve(authority) }) };
  const context = { ...place, ...(await secretOf(session, place, options)) };
  const { username } = await whoami({ client: session.clientOf(context) });
  const name = options.name ?? new URL(url).host;
  session.contexts.set(name, context);
  session.environment.stderr.write(`Signed in to ${url} as ${username}; context ${name}\n`);
}

async function secretOf(
  session: Session,
  place: Context,
  options: LoginOptions,
): Promise<Partial<Context>> {
  const { username, tokenCommand } = options;
  if (tokenCommand !== undefined) return { tokenCommand };
  if (options.tokenStdin === true) return { token: await readSecret('', session.environment) };
  if (username === undefined)
    throw new CommandError('How to sign in: --username, --token-stdin or --token-command');
  const prompt = options.passwordStdin === true ? '' : `Password of ${username}: `;
  const password = await readSecret(prompt, session.environment);
  return { token: await tokenOf({ username, password }, session.clientOf(place)) };
}

async function endLogin(session: Session): Promise<void> {
  const { current } = session.contexts.stored;
  const name = session.options.on ?? current;
  const { token, ...context } = session.contexts.chosen(name);
  if (token !== undefined) await logout({ client: session.client });
  if (name !== undefined) session.contexts.set(name, context);
  session.environment.stderr.write(`Signed out of ${context.url}\n`);
}

function addContextCommands(contexts: Command, begin: Begin): void {
  const list = contexts.command('list').description('All of them');
  list.action(async () => {
    const session = begin();
    await show(listed(session), session.environment, session.options, ['current', 'name', 'url']);
  });
  const use = contexts.command('use').argument('<context>').description('Work with this one');
  use.action((name: string) => {
    begin().contexts.use(name);
  });
  const remove = contexts.command('remove').argument('<context>').description('Forget one');
  remove.action((name: string) => {
    begin().contexts.remove(name);
  });
}

/** Without their tokens. */
function listed({ contexts }: Session): readonly object[] {
  const { current, contexts: all } = contexts.stored;
  return Object.entries(all).map(([name, { url }]) => ({
    current: name === current ? '*' : '',
    name,
    url,
  }));
}

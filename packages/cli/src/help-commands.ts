import { Argument, type Command } from 'commander';
import { OPERATIONS } from './generated/operations.gen.js';
import { openApi, version } from '../../client/src/generated/sdk.gen.js';
import { completions } from './completion.js';
import { manualPage } from './manual.js';
import { type Begin } from './operation-command.js';
import { show } from './output.js';
import { Session } from './session.js';
import { SHELL_SCRIPTS } from './shell-scripts.js';
import packageFile from '../package.json' with { type: 'json' };

/** What helps to work with the command line itself. */
export function addHelpCommands(program: Command, begin: Begin): void {
  const shells = Object.keys(SHELL_SCRIPTS) as (keyof typeof SHELL_SCRIPTS)[];
  program
    .command('completion')
    .description(
      'What a shell reads to complete commands and values: source <(netadmin completion bash)',
    )
    .addArgument(new Argument('<shell>').choices(shells))
    .action((shell: keyof typeof SHELL_SCRIPTS) => {
      begin().environment.stdout.write(SHELL_SCRIPTS[shell]);
    });
  program
    .command('complete', { hidden: true })
    .argument('[words...]')
    .action((words: readonly string[]) => complete(program, words, begin()));
  program
    .command('manual')
    .description('The manual page: netadmin manual | man -l -')
    .action(() => {
      begin().environment.stdout.write(manualPage(program, packageFile.version));
    });
  program
    .command('version')
    .description(
      'Of this command line and of the platform, and which operations only one of them has',
    )
    .action(() => compareVersions(begin()));
}

async function complete(
  program: Command,
  words: readonly string[],
  { environment, options }: Session,
): Promise<void> {
  // The platform of the command that is written, not of this one.
  const on = words.includes('--on') ? words[words.indexOf('--on') + 1] : options.on;
  const session = new Session(environment, { ...options, ...(on !== undefined && { on }) });
  const found = await completions(program, words, session);
  environment.stdout.write(found.map(({ value, note }) => `${value}\t${note}\n`).join(''));
}

async function compareVersions(session: Session): Promise<void> {
  const { client } = session;
  const release = await version({ client, parseAs: 'text' });
  const document = (await openApi({ client })) as unknown as Document;
  const theirs = operationsOf(document);
  const ours = Object.entries(OPERATIONS).map(
    ([id, { method, path }]) => `${method} ${path} ${id}`,
  );
  await show(
    {
      commandLine: packageFile.version,
      platform: document.info.version,
      release: release.trim(),
      onlyInTheCommandLine: ours.filter((one) => !theirs.includes(one)),
      onlyOnThePlatform: theirs.filter((one) => !ours.includes(one)),
    },
    session.environment,
    session.options,
  );
}

interface Document {
  readonly info: { readonly version: string };
  readonly paths: Readonly<
    Record<string, Readonly<Record<string, { readonly operationId?: string }>>>
  >;
}

function operationsOf({ paths }: Document): readonly string[] {
  return Object.entries(paths).flatMap(([path, item]) =>
    Object.entries(item).map(
      ([method, { operationId = '' }]) => `${method.toUpperCase()} ${path} ${operationId}`,
    ),
  );
}

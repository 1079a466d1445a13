import { statSync } from 'node:fs';
import { type Command } from 'commander';
import { type Client } from '../../client/src/generated/client/index.js';
import { importContent } from '../../client/src/generated/sdk.gen.js';
import { type ImportContentAnswer } from '../../client/src/generated/types.gen.js';
import { CommandError, EXIT } from './command-error.js';
import { contentIn, contentOf, type SourcedDocument, writeContent } from './content-sources.js';
import { contentPlan, type ContentPlan, type Step } from './content-plan.js';
import { type Begin, group } from './operation-command.js';
import { type Session } from './session.js';

/** Documents that are imported together: what is done is known after each. */
const AT_ONCE = 50;
const PLACE = 'a folder, or context:NAME';

/** Content of a platform in a folder under version control, and from platform to platform. */
export function addContentCommands(program: Command, begin: Begin): void {
  const content = group(program, 'content');
  const pull = content
    .command('pull')
    .description('Write all documents of the platform into a folder')
    .argument('<folder>')
    .option('--remove', 'remove files of documents that are not there');
  pull.action(async (folder: string) => {
    const session = begin();
    const all = await contentOf(session.client);
    writeContent(folder, all, pull.opts<{ remove?: true }>().remove === true);
    session.environment.stderr.write(`${String(all.length)} documents in ${folder}\n`);
  });
  const diff = content
    .command('diff')
    .description('What a push would do; exit code 10 when that is something')
    .argument('<source>', PLACE);
  diff.action((source: string) => compare(begin(), source));
  const push = content
    .command('push')
    .description('Make the documents of the platform as they are in the source; none is deleted')
    .argument('<source>', PLACE)
    .option('--yes', 'without it the plan is shown and nothing is done');
  push.action((source: string) =>
    pushAll(begin(), source, push.opts<{ yes?: true }>().yes === true),
  );
}

async function compare(session: Session, source: string): Promise<void> {
  const plan = await planOf(session, source);
  told(plan, session);
  if (plan.steps.length > 0)
    throw new CommandError(`${String(plan.steps.length)} documents differ`, EXIT.differs);
}

async function pushAll(session: Session, source: string, isSure: boolean): Promise<void> {
  const plan = await planOf(session, source);
  told(plan, session);
  if (plan.steps.length === 0) return;
  if (!isSure) throw new CommandError('Nothing is done without --yes', EXIT.differs);
  let failed = 0;
  for (let done = 0; done < plan.steps.length; done += AT_ONCE) {
    if (session.environment.signal.aborted) throw interrupted(done, plan);
    failed += await importSteps(session, plan.steps.slice(done, done + AT_ONCE));
  }
  if (failed > 0) throw new CommandError(`${String(failed)} documents failed`, EXIT.failed);
}

/** What is begun is ended, so that it is known; the rest is done by the same command. */
function interrupted(done: number, { steps }: ContentPlan): CommandError {
  const text = `Interrupted: ${String(done)} of ${String(steps.length)} are done; push again for the rest`;
  return new CommandError(text, EXIT.interrupted);
}

/** One line an outcome. @returns how many failed. */
async function importSteps(
  { client, environment }: Session,
  steps: readonly Step[],
): Promise<number> {
  const documents = steps.map(({ document }) => document);
  const answer = await importContent({
    client,
    body: { documents, options: { overwrite: true } },
  });
  // Another answer comes only to who prefers one in the background.
  const { results, failed } = answer as ImportContentAnswer;
  for (const { success, type, name, message, warnings } of results) {
    environment.stdout.write(
      `${success ? 'done  ' : 'FAILED'} ${type} ${name}${success ? '' : `: ${message}`}\n`,
    );
    for (const warning of warnings) environment.stderr.write(`  ${warning}\n`);
  }
  return failed;
}

async function planOf(session: Session, source: string): Promise<ContentPlan> {
  const there = await read(session, source);
  return contentPlan(there, await contentOf(session.client));
}

function read(
  session: Session,
  place: string,
): Promise<readonly SourcedDocument[]> | readonly SourcedDocument[] {
  const [, context] = /^context:(.+)$/.exec(place) ?? [];
  if (context !== undefined) return contentOf(contextClient(session, context));
  if (statSync(place, { throwIfNoEntry: false })?.isDirectory() === true) return contentIn(place);
  throw new CommandError(`${place} is no folder`);
}

function contextClient(session: Session, name: string): Client {
  return session.clientOf(session.contexts.get(name));
}

function told({ steps, others }: ContentPlan, { environment: { stdout, stderr } }: Session): void {
  for (const { action, key } of steps) stdout.write(`${action} ${key}\n`);
  for (const key of others) stderr.write(`only on the platform: ${key}\n`);
  if (steps.length === 0) stderr.write('Nothing to do\n');
}

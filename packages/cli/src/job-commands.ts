import { type Command } from 'commander';
import { followJob, followEvents, type JobNews } from '../../client/src/follow.js';
import { startJob } from '../../client/src/generated/sdk.gen.js';
import { CommandError, EXIT } from './command-error.js';
import { valueOf } from './call-operation.js';
import { type Begin, group } from './operation-command.js';
import { show } from './output.js';
import { type Session } from './session.js';

interface StartOptions {
  readonly variables?: string;
  readonly description?: string;
  readonly follow?: true;
}

/** Starting and following jobs, and following events. */
export function addJobCommands(program: Command, begin: Begin): void {
  const jobs = group(program, 'job');
  const run = jobs
    .command('run')
    .alias('start')
    .description('Start a job of a workflow')
    .argument('<workflow>', 'name or id')
    .option('--variables <json>', 'its variables: JSON, @file, or - for what comes in')
    .option('--description <text>')
    .option('--follow', 'tell how it goes, and end with it');
  run.action((workflow: string) => runJob(begin(), workflow, run.opts<StartOptions>()));
  const follow = jobs
    .command('follow')
    .description('Tell how a job goes, and end with it')
    .argument('<id>');
  follow.action((id: string) => followed(begin(), id));
  const events = group(program, 'events');
  const stream = events
    .command('follow')
    .description('Tell of events as they happen')
    .option('--source <name>')
    .option('--topic <name>')
    .option('--from <seq>', 'events behind this one come first')
    .option('--limit <count>', 'end after so many');
  stream.action(() => streamed(begin(), stream.opts()));
}

async function runJob(session: Session, workflow: string, given: StartOptions): Promise<void> {
  const { variables: text = '{}', description } = given;
  const option = { name: '--variables', kind: 'object' };
  const variables = (await valueOf(text, option, session.environment)) as Record<string, unknown>;
  const options = { variables, ...(description !== undefined && { description }) };
  const { data } = await startJob({ client: session.client, body: { workflow, options } });
  if (given.follow) await followed(session, data._id);
  else show(data, session.environment, session.options);
}

/** @throws CommandError with the verdict, when it is not that the job is complete. */
async function followed({ client, environment }: Session, id: string): Promise<void> {
  const { stdout, stderr, signal } = environment;
  stderr.write(`Job ${id}\n`);
  let status = '';
  for await (const news of followJob(client, id, { signal })) {
    ({ status } = news.job);
    stdout.write(stdout.isTTY ? drawn(news) : linesOf(news));
    if (status === 'error') break;
  }
  if (stdout.isTTY) stdout.write('\n');
  if (status !== 'complete')
    throw new CommandError(`The job ${id} is ${status}: netadmin job show ${id}`, EXIT.jobFailed);
}

function percent(progress: number): string {
  return String(Math.floor(progress * 100));
}

/** One line that is drawn over. */
function drawn({ job: { status, progress, tasks } }: JobNews): string {
  const full = Math.round(progress * 20);
  const running = Object.values(tasks).find((task) => task.status === 'running');
  const bar = '█'.repeat(full).padEnd(20, '░');
  return `\r\u001b[K${bar} ${percent(progress)} %  ${status}  ${running?.name ?? ''}`;
}

/** One line for each task that changed, and one for the job. */
function linesOf({ job: { status, progress, tasks } }: JobNews): string {
  const changed = Object.entries(tasks)
    .filter(([, task]) => task.iterations > 0)
    .map(([id, task]) => `  ${id} ${task.name}: ${task.finish_state ?? task.status}\n`);
  return [`${percent(progress)} % ${status}\n`, ...changed].join('');
}

interface StreamOptions {
  readonly source?: string;
  readonly topic?: string;
  readonly from?: string;
  readonly limit?: string;
}

async function streamed({ client, environment }: Session, given: StreamOptions): Promise<void> {
  const { from, limit, ...choice } = given;
  const last = limit === undefined ? Number.POSITIVE_INFINITY : Number(limit);
  const events = followEvents(
    client,
    { ...choice, ...(from !== undefined && { from: Number(from) }) },
    { signal: environment.signal },
  );
  let count = 0;
  for await (const event of events) {
    environment.stdout.write(`${JSON.stringify(event)}\n`);
    count += 1;
    if (count >= last) return;
  }
}

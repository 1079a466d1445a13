import { type Command } from 'commander';
import { followJob, followEvents, type JobNews } from '../../client/src/follow.js';
import { startJob } from '../../client/src/generated/sdk.gen.js';
import { CommandError, EXIT } from './command-error.js';
import { valueOf } from './call-operation.js';
import { type Begin, group, rowOf } from './operation-command.js';
import { plain, show } from './output.js';
import { type Session } from './session.js';
import { setArguments } from './command-arguments.js';

interface StartOptions {
  readonly variables?: string;
  readonly description?: string;
  readonly mocks?: string;
  readonly follow?: true;
}

const WORKFLOW_ARGUMENT = { places: [{ row: rowOf('startJob'), name: 'workflow' }] };

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
    .option('--mocks <json>', 'makes it a test run: what calls answer, by id of the task')
    .option('--follow', 'tell how it goes, and end with it');
  setArguments(run, WORKFLOW_ARGUMENT);
  run.action((workflow: string) => runJob(begin(), workflow, run.opts<StartOptions>()));
  const test = group(program, 'workflow')
    .command('test')
    .description('Run a workflow in a test run, which calls nothing outside, and tell how it goes')
    .argument('<workflow>', 'name or id')
    .option('--variables <json>', 'its variables: JSON, @file, or - for what comes in')
    .option('--mocks <json>', 'what calls answer, by id of the task; {} of each when absent');
  setArguments(test, WORKFLOW_ARGUMENT);
  test.action((workflow: string) =>
    runJob(begin(), workflow, { mocks: '{}', ...test.opts<StartOptions>(), follow: true }),
  );
  const follow = jobs
    .command('follow')
    .description('Tell how a job goes, and end with it')
    .argument('<id>');
  setArguments(follow, { places: [{ row: rowOf('followJob'), name: 'id' }] });
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
  const read = async (name: string, json: string): Promise<Record<string, unknown>> =>
    (await valueOf(json, { name, kind: 'object' }, session.environment)) as Record<string, unknown>;
  const options = {
    variables: await read('--variables', text),
    ...(description !== undefined && { description }),
    ...(given.mocks !== undefined && { mocks: await read('--mocks', given.mocks) }),
  };
  const { data } = await startJob({ client: session.client, body: { workflow, options } });
  if (given.follow) await followed(session, data._id);
  else await show(data, session.environment, session.options);
}

/** @throws CommandError with the verdict, when it is not that the job is complete. */
async function followed({ client, environment }: Session, id: string): Promise<void> {
  const { stdout, stderr, signal } = environment;
  let status = '';
  for await (const news of followJob(client, id, { signal })) {
    if (status === '') stderr.write(`Job ${id}\n`);
    ({ status } = news.job);
    stdout.write(stdout.isTTY ? drawn(news) : linesOf(news));
    if (status === 'error') break;
  }
  if (stdout.isTTY) stdout.write('\n');
  if (status !== 'complete')
    throw new CommandError(`The job ${id} is ${status}: netadmin job show ${id}`, EXIT.jobFailed);
}

/** What the workflow calls a task; older platforms tell only its name. */
function named({ summary, name }: JobNews['job']['tasks'][string]): string {
  return plain(summary ?? name);
}

function percent(progress: number): string {
  return String(Math.floor(progress * 100));
}

/** One line that is drawn over. */
function drawn({ job: { status, progress, tasks } }: JobNews): string {
  const full = Math.round(progress * 20);
  const running = Object.values(tasks).find((task) => task.status === 'running');
  const bar = '█'.repeat(full).padEnd(20, '░');
  return `\r\u001b[K${bar} ${percent(progress)} %  ${status}  ${running ? named(running) : ''}`;
}

/** One line for each task that changed, and one for the job. */
function linesOf({ job: { status, progress, tasks } }: JobNews): string {
  const changed = Object.entries(tasks)
    .filter(([, task]) => task.iterations > 0)
    .map(([id, task]) => `  ${named(task)} (${id}): ${task.finish_state ?? task.status}\n`);
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

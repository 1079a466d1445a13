import { type Command } from 'commander';
import { argumentSecret } from './argument-text.js';
import { callOperation, type Given, valueOf } from './call-operation.js';
import { CommandError } from './command-error.js';
import { assertDone } from './failed-outcome.js';
import { OPERATIONS } from './generated/operations.gen.js';
import { type OperationRow, type OptionRow } from './operation-row.js';
import { show } from './output.js';
import { type Session } from './session.js';
import { type OperationParameter, setArguments } from './command-arguments.js';
import { type Verb } from './verbs.js';

/** Makes the session of a command when it runs. */
export type Begin = () => Session;

/** Adds a verb, with every option that its operation has. */
export function addVerb(program: Command, verb: Verb, begin: Begin): void {
  const row = rowOf(verb.operation);
  const places = verb.places ?? row.pathNames;
  const words = verb.verb.split(' ');
  const last = words.pop() ?? '';
  const command = words.reduce(group, program).command(last).description(row.summary);
  const optionOf = new Map(optionsOf(row).map((option) => [option.name, option]));
  for (const place of places) {
    const option = optionOf.get(place);
    const name = flagOf(place);
    command.argument(option?.kind === 'list' ? `<${name}...>` : `<${name}>`, option?.description);
  }
  const rest = optionsOf(row).filter(({ name }) => !places.includes(name));
  addOptions(
    command,
    row,
    rest.filter(({ name }) => verb.body?.[name] === undefined),
  );
  setArguments(command, {
    places: places.map((name) => ({ row, name })),
    options: optionArguments(row, rest),
  });
  command.action(async (...given: unknown[]) => {
    const placed = Object.fromEntries(places.map((place, at) => [place, given[at]]));
    await run(begin(), { verb, row }, { ...placed, ...ofFlags(command, rest) }, command);
  });
}

/** Adds an operation under its own name: everything is an option. */
export function addOperation(parent: Command, operation: string, begin: Begin): void {
  const row = rowOf(operation);
  const command = parent.command(operation).description(row.summary);
  const options = optionsOf(row);
  addOptions(command, row, options);
  setArguments(command, { places: [], options: optionArguments(row, options) });
  command.action(async () => {
    const verb = { verb: operation, operation };
    await run(begin(), { verb, row }, ofFlags(command, options), command);
  });
}

/** @throws CommandError when there is no such operation. */
export function rowOf(operation: string): OperationRow {
  const row = OPERATIONS[operation];
  if (row) return row;
  throw new CommandError(`There is no operation ${operation}: netadmin api list names all`);
}

/** What the help says of each group of commands. */
const GROUPS: Readonly<Record<string, string>> = {
  api: 'Every operation, under its own name',
  backup: 'Configurations of devices that are kept',
  change: 'Changes of devices: shown first, then pushed as shown',
  content: 'Documents, in folders and on platforms',
  context: 'Platforms that this command line knows',
  device: 'Devices, and whether they answer',
  events: 'What happens on the platform',
  job: 'Jobs of workflows',
  package: 'Packages of the catalogue',
  service: 'Services of the orchestrator: shown first, then committed',
  task: 'Tasks of jobs that wait for a person',
  token: 'API tokens, which may do less than their owner',
  workflow: 'Workflows and their versions',
};

/** The group of commands of this name, added when it is missing. */
export function group(parent: Command, name: string): Command {
  return (
    parent.commands.find((command) => command.name() === name) ??
    parent.command(name).description(GROUPS[name] ?? '')
  );
}

function optionsOf(row: OperationRow): readonly OptionRow[] {
  const place = (name: string): OptionRow => ({ name, kind: 'string', required: true });
  const header = (name: string): OptionRow => ({ name, kind: 'string' });
  const all = [
    ...row.pathNames.map(place),
    ...row.query,
    ...(row.body ?? []),
    ...row.headers.map(header),
  ];
  const flagAt = all.map(({ name }) => flagOf(name));
  // Lists take some words in two spellings: one flag for both.
  return all.filter((_, at) => flagAt.indexOf(flagAt[at] ?? '') === at);
}

function addOptions(command: Command, row: OperationRow, options: readonly OptionRow[]): void {
  // A member of the body can come with --input as well.
  const ofBody = new Set(row.body?.map(({ name }) => name));
  for (const { name, kind, description = '', required } of options) {
    const flags = `--${flagOf(name)} ${VALUES[kind] ?? '<value>'}`;
    if (required === true && !ofBody.has(name)) command.requiredOption(flags, description);
    else command.option(flags, description);
  }
  if (row.body)
    command.option('--input <json>', 'the whole body: JSON, @file, or - for what comes in');
}

function optionArguments(
  row: OperationRow,
  options: readonly OptionRow[],
): Map<string, OperationParameter> {
  return new Map(options.map(({ name }) => [`--${flagOf(name)}`, { row, name }]));
}

/** Texts that nobody else may see; `tokenId` and the like are none. */
const SECRET = /password|passphrase|secret|privateKey/i;

const VALUES: Readonly<Record<string, string>> = { list: '<value...>', boolean: '[true|false]' };

/** As commands are written: `--started-after`. */
function flagOf(name: string): string {
  return name
    .replaceAll(/([a-z0-9])([A-Z])/g, '$1-$2')
    .replaceAll('_', '-')
    .replace(/^-/, '')
    .toLowerCase();
}

function ofFlags(command: Command, options: readonly OptionRow[]): Given {
  const values = command.opts<Record<string, unknown>>();
  return Object.fromEntries(options.map(({ name }) => [name, values[memberOf(flagOf(name))]]));
}

/** As commander keeps a flag. */
function memberOf(flag: string): string {
  return flag.replaceAll(/-(.)/g, (_, letter: string) => letter.toUpperCase());
}

async function run(
  session: Session,
  { verb, row }: { readonly verb: Verb; readonly row: OperationRow },
  texts: Given,
  command: Command,
): Promise<void> {
  const given: Record<string, unknown> = {};
  for (const option of optionsOf(row)) {
    const text = texts[option.name];
    if (text !== undefined) given[option.name] = await meant(text, option, session);
  }
  const { input: whole } = command.opts<{ readonly input?: string }>();
  const fixed = verb.body;
  const call = { row, given, ...(whole !== undefined && { whole }), ...(fixed && { fixed }) };
  const answer = await callOperation(session.client, call, session.environment);
  // A text or a picture is what it is, whatever the format of answers.
  if (typeof answer === 'string') session.environment.stdout.write(answer);
  else if (answer !== undefined)
    await show(answer, session.environment, session.options, verb.columns);
  assertDone(verb.operation, answer);
}

async function meant(text: unknown, option: OptionRow, session: Session): Promise<unknown> {
  if (text === true) return true;
  if (typeof text === 'string' && option.kind === 'string' && SECRET.test(option.name))
    return argumentSecret(text, flagOf(option.name), session.environment);
  if (!Array.isArray(text)) return valueOf(text as string, option, session.environment);
  const one = { ...option, kind: 'any' };
  const values = await Promise.all(
    text.map((part) => valueOf(part as string, one, session.environment)),
  );
  // A list in JSON is the whole list.
  return values.length === 1 && Array.isArray(values[0]) ? values[0] : values;
}

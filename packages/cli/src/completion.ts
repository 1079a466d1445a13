import { type Command, type Option } from 'commander';
import { OPERATIONS } from './generated/operations.gen.js';
import { type Session } from './session.js';
import { shownCommands } from './manual.js';
import { type OperationParameter, argumentAt, optionArgument } from './command-arguments.js';
import { type Suggestion, suggestions } from './value-sources.js';

/** Where somebody stands in a command that they write. */
interface Place {
  readonly command: Command;
  /** How many values the command was given by their place. */
  readonly values: number;
  /** The option whose value is written. */
  readonly option?: Option;
}

/**
 * What the last of the words may become: commands, options, and values that the platform is asked for.
 * Whatever goes wrong, there is nothing to say: somebody is in the midst of writing.
 */
export async function completions(
  program: Command,
  words: readonly string[],
  session: Session,
): Promise<readonly Suggestion[]> {
  const begun = words.at(-1) ?? '';
  const place = placeIn(program, words.slice(0, -1));
  const found = await possible(place, begun, session).catch(() => []);
  return found.filter(({ value }) => value.startsWith(begun));
}

function placeIn(program: Command, words: readonly string[]): Place {
  let place: Place = { command: program, values: 0 };
  for (const word of words) place = behind(place, word, program);
  return place;
}

function behind({ command, values, option }: Place, word: string, program: Command): Place {
  const named = [...command.options, ...program.options].find(({ short, long }) =>
    [short, long].includes(word),
  );
  if (named) return { command, values, ...(takesValue(named) && { option: named }) };
  if (option) return { command, values, ...(option.variadic && { option }) };
  const child = command.commands.find((one) => one.name() === word || one.aliases().includes(word));
  return child ? { command: child, values: 0 } : { command, values: values + 1 };
}

function takesValue({ required, optional }: Option): boolean {
  return required || optional;
}

async function possible(
  { command, option, values }: Place,
  begun: string,
  session: Session,
): Promise<readonly Suggestion[]> {
  if (begun.startsWith('-')) return flagsOf(command);
  if (option) return ofOption(command, option, begun, session);
  const children = commandsOf(command);
  const place = command.registeredArguments[values]?.name();
  if (place === 'operation') return [...children, ...operations()];
  if (place === 'context') return contexts(session);
  return children.length > 0 ? children : ofPlatform(argumentAt(command, values), begun, session);
}

async function ofOption(
  command: Command,
  { argChoices, long }: Option,
  begun: string,
  session: Session,
): Promise<readonly Suggestion[]> {
  if (argChoices) return chosenFrom(argChoices);
  if (long === '--on') return contexts(session);
  return ofPlatform(optionArgument(command, long ?? ''), begun, session);
}

async function ofPlatform(
  parameter: OperationParameter | undefined,
  begun: string,
  session: Session,
): Promise<readonly Suggestion[]> {
  if (!parameter) return [];
  const { query, body = [] } = parameter.row;
  const { choices } = [...query, ...body].find(({ name }) => name === parameter.name) ?? {};
  return choices ? chosenFrom(choices) : suggestions(session.shortClient, parameter, begun);
}

function chosenFrom(choices: readonly string[]): readonly Suggestion[] {
  return choices.map((value) => ({ value, note: '' }));
}

function commandsOf(command: Command): readonly Suggestion[] {
  return shownCommands(command).map((child) => ({
    value: child.name(),
    note: child.description(),
  }));
}

function flagsOf({ options }: Command): readonly Suggestion[] {
  return options.map(({ long, flags, description }) => ({
    value: long ?? flags,
    note: description,
  }));
}

function operations(): readonly Suggestion[] {
  return Object.entries(OPERATIONS).map(([value, { summary }]) => ({ value, note: summary }));
}

function contexts({ contexts: store }: Session): readonly Suggestion[] {
  return Object.entries(store.stored.contexts).map(([value, { url }]) => ({ value, note: url }));
}

import { type Command } from 'commander';
import { EXIT_MEANINGS } from './command-error.js';

/** The page for `man`, in its own language: every command with its options, as the help has them. */
export function manualPage(program: Command, version: string): string {
  const name = program.name();
  return [
    `.TH ${name.toUpperCase()} 1 "" "${name} ${version}"`,
    '.SH NAME',
    `${name} \\- ${escaped(program.description())}`,
    '.SH SYNOPSIS',
    `.B ${name}\n[\\fIoptions\\fR] \\fIcommand\\fR [\\fIarguments\\fR]`,
    '.SH OPTIONS',
    ...optionLines(program),
    '.SH COMMANDS',
    ...shownCommands(program).flatMap((command) => commandLines(command, name)),
    '.SH EXIT STATUS',
    ...Object.entries(EXIT_MEANINGS).flatMap(([code, meaning]) => item(code, meaning)),
    '.SH FILES',
    ...item(
      '~/.config/netadmin/contexts.json',
      'Platforms and tokens; NETADMIN_CONFIG names another file.',
    ),
    '',
  ].join('\n');
}

function commandLines(command: Command, parent: string): readonly string[] {
  const name = `${parent} ${command.name()}`;
  const children = shownCommands(command);
  if (children.length > 0) return children.flatMap((child) => commandLines(child, name));
  const places = command.registeredArguments.map(
    (place) => `\\fI${escaped(place.name())}\\fR${place.variadic ? ' …' : ''}`,
  );
  const heading = [`\\fB${escaped(name)}\\fR`, ...places].join(' ');
  return [`.SS ${heading}`, escaped(command.description()), ...optionLines(command)];
}

/** Without those that are hidden, and without the help that every command has. */
export function shownCommands(command: Command): readonly Command[] {
  const shown = command.createHelp().visibleCommands(command);
  return shown.filter((child) => child.name() !== 'help');
}

function optionLines({ options }: Command): readonly string[] {
  return options.flatMap(({ flags, description }) => item(flags, description));
}

function item(term: string, text: string): readonly string[] {
  return ['.TP', `\\fB${escaped(term)}\\fR`, escaped(text === '' ? ' ' : text)];
}

/** A line that begins with a dot or a quote would be an instruction. */
function escaped(text: string): string {
  const plain = text.replaceAll('\\', '\\e').replaceAll('-', '\\-').replaceAll(/\s+/g, ' ');
  return plain.replace(/^(?=[.'])/, '\\&');
}

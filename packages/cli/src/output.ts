import { itemsOf } from '../../client/src/paginate.js';
import { CommandError } from './command-error.js';
import { type CommandEnvironment } from './command-environment.js';

export const FORMATS = ['table', 'json', 'jsonl', 'yaml'] as const;

/** How an answer is shown. */
export interface OutputOptions {
  readonly output?: (typeof FORMATS)[number];
  /** Members on the way to the part that is shown: `data.0.status`; `*` stands for each. */
  readonly query?: string;
}

const MAX_COLUMNS = 6;
const MAX_WIDTH = 60;

/** Shows an answer: as a table on a terminal and as JSON in a pipe, unless it is said. */
export async function show(
  answer: unknown,
  { stdout }: Pick<CommandEnvironment, 'stdout'>,
  { output = stdout.isTTY ? 'table' : 'json', query }: OutputOptions,
  columns?: readonly string[],
): Promise<void> {
  const part = query === undefined ? answer : picked(answer, query.split('.'));
  stdout.write(await written(part, output, query === undefined ? columns : undefined));
}

async function written(
  part: unknown,
  output: OutputOptions['output'],
  columns?: readonly string[],
): Promise<string> {
  if (typeof part === 'string' && output !== 'json')
    return part.endsWith('\n') ? part : `${part}\n`;
  if (output === 'json') return `${JSON.stringify(part, null, 2)}\n`;
  // Read when it is needed: starting takes half as long without it.
  if (output === 'yaml') return (await import('yaml')).stringify(part);
  if (output === 'jsonl')
    return asList(part)
      .map((item) => `${JSON.stringify(item)}\n`)
      .join('');
  return tableOf(part, columns);
}

/** @throws CommandError when nothing is there. */
function picked(value: unknown, [name, ...rest]: readonly string[]): unknown {
  if (name === undefined || name === '') return value;
  if (name === '*') return asList(value).map((one) => picked(one, rest));
  const member = (value as Readonly<Record<string, unknown>> | null)?.[name];
  if (member === undefined) throw new CommandError(`The answer has no member ${name}`);
  return picked(member, rest);
}

function asList(value: unknown): readonly unknown[] {
  const items = itemsOf(value);
  return items.length > 0 || Array.isArray(value) || hasList(value) ? items : [value];
}

function hasList(value: unknown): boolean {
  return (
    isObject(value) &&
    Object.values(value).some((one) => Array.isArray(one)) &&
    ('total' in value || (isObject(value['metadata']) && 'total' in value['metadata']))
  );
}

function tableOf(part: unknown, columns?: readonly string[]): string {
  const inner = isObject(part) && isObject(part['data']) ? part['data'] : part;
  const items = columns !== undefined || !isDocument(inner) ? itemsOf(part) : [];
  return items.length > 0 ? rowsOf(items, columns) : withoutRows(inner);
}

function withoutRows(value: unknown): string {
  if (Array.isArray(value) || hasList(value)) return 'Nothing\n';
  return isObject(value) ? membersOf(value) : `${textOf(value)}\n`;
}

function membersOf(value: Record<string, unknown>): string {
  const width = Math.max(...Object.keys(value).map(({ length }) => length));
  return Object.entries(value)
    .map(([name, one]) => `${name.padEnd(width)}  ${textOf(one)}\n`)
    .join('');
}

/** One thing, though it may hold lists: it has a name or an id of its own. */
function isDocument(value: unknown): boolean {
  return isObject(value) && ['_id', 'id', 'name', 'status'].some((name) => name in value);
}

function rowsOf(items: readonly unknown[], given?: readonly string[]): string {
  if (!items.every(isObject)) return items.map((item) => `${textOf(item)}\n`).join('');
  const columns = given ?? columnsOf(items);
  const rows = items.map((item) => columns.map((column) => cell(picking(item, column))));
  const widths = columns.map((column, at) =>
    Math.max(column.length, ...rows.map((row) => row[at]?.length ?? 0)),
  );
  const line = (cells: readonly string[]): string =>
    `${cells
      .map((text, at) => text.padEnd(widths[at] ?? 0))
      .join('  ')
      .trimEnd()}\n`;
  return [columns.map((column) => column.toUpperCase()), ...rows].map(line).join('');
}

function picking(item: unknown, column: string): unknown {
  return column
    .split('.')
    .reduce<unknown>((value, name) => (isObject(value) ? value[name] : undefined), item);
}

/** Those that people look for first, then what else is short. */
function columnsOf(items: readonly Record<string, unknown>[]): readonly string[] {
  const first = items[0] ?? {};
  const short = Object.keys(first).filter(
    (name) => !isObject(first[name]) && !Array.isArray(first[name]),
  );
  const known = ['_id', 'id', 'name', 'status'].filter((name) => short.includes(name));
  return [...new Set([...known, ...short])].slice(0, MAX_COLUMNS);
}

function cell(value: unknown): string {
  const text = textOf(value).replaceAll(/\s+/g, ' ');
  return text.length > MAX_WIDTH ? `${text.slice(0, MAX_WIDTH - 1)}…` : text;
}

function textOf(value: unknown): string {
  if (value === undefined || value === null) return '';
  return plain(typeof value === 'string' ? value : JSON.stringify(value));
}

/** What devices and people wrote cannot steer the terminal. */
export function plain(text: string): string {
  return text.replaceAll(/[\u0000-\u0008\u000b-\u001f\u007f-\u009f]/g, '�');
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

import { args, NO_ARGS } from './arguments.js';
import { type ArgNodes, type Expr } from './nodes.js';
import { primary } from './primaries.js';
import { type TokenReader } from './token-reader.js';

/** Reads what follows a value: `.name`, `[key]`, `(…)`. */
export function postfixed(reader: TokenReader, of: Expr): Expr {
  let value = of;
  for (;;) {
    const { line } = reader;
    if (reader.take('operator', '.')) value = member(reader, value, line);
    else if (reader.take('operator', '[')) value = subscript(reader, value, line);
    else if (reader.is('operator', '('))
      value = { kind: 'call', line, callee: value, args: args(reader) };
    else return value;
  }
}

function member(reader: TokenReader, of: Expr, line: number): Expr {
  if (!reader.is('integer'))
    return { kind: 'attribute', line, of, name: reader.expect('name').text };
  const key = { kind: 'literal', line, value: Number(reader.next().text) } as const;
  return { kind: 'item', line, of, key };
}

function subscript(reader: TokenReader, of: Expr, line: number): Expr {
  const bounds: (Expr | null)[] = [bound(reader)];
  while (reader.take('operator', ':')) bounds.push(bound(reader));
  reader.expect('operator', ']');
  const [key] = bounds;
  if (bounds.length > 3) throw reader.fault('a slice has at most three parts');
  if (bounds.length > 1) return { kind: 'slice', line, of, bounds };
  if (!key) throw reader.fault('a key is missing');
  return { kind: 'item', line, of, key };
}

function bound(reader: TokenReader): Expr | null {
  if (reader.is('operator', ':') || reader.is('operator', ']')) return null;
  return reader.expression();
}

/** Reads filters and tests that follow a value. */
export function withFilters(reader: TokenReader, of: Expr): Expr {
  let value = of;
  for (;;) {
    const { line } = reader;
    if (reader.take('operator', '|'))
      value = { kind: 'filter', line, of: value, name: dotted(reader), args: filterArgs(reader) };
    else if (reader.take('name', 'is')) value = test(reader, value, line);
    else if (reader.is('operator', '('))
      value = { kind: 'call', line, callee: value, args: args(reader) };
    else return value;
  }
}

/** Filters of collections have dots in their names. */
export function dotted(reader: TokenReader): string {
  let name = reader.expect('name').text;
  while (reader.take('operator', '.')) name += `.${reader.expect('name').text}`;
  return name;
}

export function filterArgs(reader: TokenReader): ArgNodes {
  return reader.is('operator', '(') ? args(reader) : NO_ARGS;
}

function test(reader: TokenReader, of: Expr, line: number): Expr {
  const negated = reader.take('name', 'not');
  const name = dotted(reader);
  const found: Expr = { kind: 'test', line, of, name, args: testArgs(reader) };
  return negated ? { kind: 'not', line, of: found } : found;
}

const NO_ARGUMENT: ReadonlySet<string> = new Set(['else', 'or', 'and', 'is', 'if', 'not', 'in']);

/** The one argument of a test may stand without brackets: `is divisibleby 3`. */
function testArgs(reader: TokenReader): ArgNodes {
  if (reader.is('operator', '(')) return args(reader);
  if (!beginsArgument(reader)) return NO_ARGS;
  return { ...NO_ARGS, positional: [postfixed(reader, primary(reader))] };
}

function beginsArgument({ token: { kind, text } }: TokenReader): boolean {
  if (kind === 'operator') return text === '[' || text === '{';
  if (kind === 'name') return !NO_ARGUMENT.has(text);
  return kind === 'string' || kind === 'integer' || kind === 'float';
}

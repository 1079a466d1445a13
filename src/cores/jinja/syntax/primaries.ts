import { type Expr } from './nodes.js';
import { type TokenReader } from './token-reader.js';

const CONSTANTS: ReadonlyMap<string, boolean | null> = new Map([
  ['true', true],
  ['True', true],
  ['false', false],
  ['False', false],
  ['none', null],
  ['None', null],
]);

/** Reads a literal, a name, or something in brackets. */
export function primary(reader: TokenReader): Expr {
  const { kind, text, line } = reader.token;
  if (kind === 'name') {
    reader.next();
    const value = CONSTANTS.get(text);
    return value === undefined
      ? { kind: 'name', line, name: text }
      : { kind: 'literal', line, value };
  }
  if (kind === 'string') return { kind: 'literal', line, value: strings(reader) };
  if (kind === 'integer' || kind === 'float') return number(reader);
  if (kind === 'operator') return bracketed(reader, text);
  throw reader.unexpected('an expression');
}

/** Strings that follow each other are one. */
function strings(reader: TokenReader): string {
  let value = '';
  while (reader.is('string')) value += reader.next().text;
  return value;
}

function number(reader: TokenReader): Expr {
  const { kind, text, line } = reader.token;
  const value = Number(text);
  if (kind === 'float') {
    reader.next();
    return { kind: 'float', line, value };
  }
  if (!Number.isSafeInteger(value)) throw reader.fault('the number is too large to be exact');
  reader.next();
  return { kind: 'literal', line, value };
}

function bracketed(reader: TokenReader, open: string): Expr {
  if (open === '(') return parenthesised(reader);
  if (open === '[') return list(reader);
  if (open === '{') return dict(reader);
  throw reader.unexpected('an expression');
}

function parenthesised(reader: TokenReader): Expr {
  const { line } = reader.next();
  if (reader.take('operator', ')')) return { kind: 'tuple', line, items: [] };
  const value = reader.expressions();
  reader.expect('operator', ')');
  return value;
}

function list(reader: TokenReader): Expr {
  const { line } = reader.next();
  const items: Expr[] = [];
  while (!reader.take('operator', ']')) {
    items.push(reader.expression());
    if (!reader.is('operator', ']')) reader.expect('operator', ',');
  }
  return { kind: 'list', line, items };
}

function dict(reader: TokenReader): Expr {
  const { line } = reader.next();
  const entries: (readonly [Expr, Expr])[] = [];
  while (!reader.take('operator', '}')) {
    const key = reader.expression();
    reader.expect('operator', ':');
    entries.push([key, reader.expression()]);
    if (!reader.is('operator', '}')) reader.expect('operator', ',');
  }
  return { kind: 'dict', line, entries };
}

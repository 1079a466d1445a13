import { type BinaryOperator, type Comparison, type Expr } from './nodes.js';
import { postfixed, withFilters } from './postfixes.js';
import { primary } from './primaries.js';
import { type TokenReader } from './token-reader.js';

/** Reads an expression: `a if b else c` binds least. */
export function readExpression(reader: TokenReader, withChoice: boolean): Expr {
  return reader.nested(() => {
    let value = disjunction(reader);
    while (withChoice && reader.is('name', 'if')) {
      const { line } = reader.next();
      const test = disjunction(reader);
      const otherwise = reader.take('name', 'else') ? reader.expression() : null;
      value = { kind: 'choice', line, test, then: value, else: otherwise };
    }
    return value;
  });
}

function disjunction(reader: TokenReader): Expr {
  let left = conjunction(reader);
  while (reader.is('name', 'or')) {
    const { line } = reader.next();
    left = { kind: 'or', line, left, right: conjunction(reader) };
  }
  return left;
}

function conjunction(reader: TokenReader): Expr {
  let left = negation(reader);
  while (reader.is('name', 'and')) {
    const { line } = reader.next();
    left = { kind: 'and', line, left, right: negation(reader) };
  }
  return left;
}

function negation(reader: TokenReader): Expr {
  if (!reader.is('name', 'not')) return comparison(reader);
  const { line } = reader.next();
  return reader.nested(() => ({ kind: 'not', line, of: negation(reader) }));
}

const COMPARISONS: ReadonlySet<string> = new Set(['==', '!=', '<', '<=', '>', '>=']);

function comparison(reader: TokenReader): Expr {
  const { line } = reader;
  const first = sum(reader);
  const others: (readonly [Comparison, Expr])[] = [];
  for (let operator = compared(reader); operator; operator = compared(reader))
    others.push([operator, sum(reader)]);
  return others.length === 0 ? first : { kind: 'compare', line, first, others };
}

function compared(reader: TokenReader): Comparison | undefined {
  const { kind, text } = reader.token;
  if (kind === 'operator' && COMPARISONS.has(text)) {
    reader.next();
    return text as Comparison;
  }
  if (reader.take('name', 'in')) return 'in';
  if (!reader.is('name', 'not') || !reader.isAhead(1, 'name', 'in')) return undefined;
  reader.next();
  reader.next();
  return 'not in';
}

type Operand = (reader: TokenReader) => Expr;

/** Operators of one rank, from left to right. */
function ranked(operators: readonly BinaryOperator[], operand: Operand): Operand {
  return (reader) => {
    let left = operand(reader);
    for (;;) {
      const operator = operators.find((one) => reader.is('operator', one));
      if (operator === undefined) return left;
      const { line } = reader.next();
      left = { kind: 'binary', line, operator, left, right: operand(reader) };
    }
  };
}

const power = ranked(['**'], (reader) => signed(reader, true));
const product = ranked(['*', '/', '//', '%'], power);
const concatenation = ranked(['~'], product);
const sum = ranked(['+', '-'], concatenation);

function signed(reader: TokenReader, filters: boolean): Expr {
  const { line } = reader;
  const sign = reader.is('operator', '-') ? -1 : reader.is('operator', '+') ? 1 : undefined;
  const value = sign === undefined ? primary(reader) : negative(reader, sign, line);
  const whole = postfixed(reader, value);
  return filters ? withFilters(reader, whole) : whole;
}

function negative(reader: TokenReader, sign: 1 | -1, line: number): Expr {
  reader.next();
  return reader.nested(() => ({ kind: 'sign', line, sign, of: signed(reader, false) }));
}

import { patternOf } from '../pattern-scan.js';
import { depthSplit } from './depth-split.js';
import { QueryFault } from './query-fault.js';
import { type Condition, OPERATORS, type Operator, type Part, type Token } from './query-token.js';

/** Reads a query within a query. */
export type TokenReader = (query: string) => readonly Token[];

const COMPARISON = /(!)?(=|~|:|<=|>=|<|>)/;
const PATTERN = /^\/(.*)\/([a-z]?)$/;
/** Those of JavaScript that change nothing here, and those that the engine knows. */
const FLAGS = ['', 'd', 'g', 'u', 'i', 'm', 's'];

/** Reads what stands in square brackets. @throws QueryFault */
export function readSelect(text: string, readInner: TokenReader): Token {
  if (text === '*' || text === '**') return { kind: 'values', isDeep: text === '**' };
  const isMultiple = text.startsWith('*');
  const inner = isMultiple ? text.slice(1) : text;
  const parts = depthSplit(inner, /&|\|/, { withDelimiters: true });
  if (parts.length > 1) {
    return { kind: 'select', isMultiple, conditions: readConditions(parts, readInner) };
  }
  const condition = readCondition(inner.trim(), undefined, readInner);
  if (condition) return { kind: 'select', isMultiple, conditions: [condition] };
  if (inner.trim() === '') return { kind: 'nothing' };
  return { kind: 'get', key: readPart(inner.trim(), readInner) };
}

/** Reads a text, or a query in braces. @throws QueryFault */
export function readPart(text: string, readInner: TokenReader): Part {
  if (text.startsWith('{') && text.endsWith('}')) {
    return { kind: 'query', tokens: readInner(text.slice(1, -1)) };
  }
  return /^\?\s*[+-]?\d/.test(text) ? { kind: 'parameter' } : { kind: 'text', text };
}

function readConditions(
  parts: readonly string[],
  readInner: TokenReader,
): readonly (Condition | undefined)[] {
  const conditions = [readCondition((parts[0] ?? '').trim(), undefined, readInner)];
  for (let at = 1; at < parts.length; at += 2) {
    const text = parts[at + 1];
    if (text === undefined) throw new QueryFault('the query ends where a condition must follow');
    const condition = readCondition(text.trim(), parts[at] === '&' ? '&' : '|', readInner);
    if (condition) conditions.push(condition);
  }
  return conditions;
}

function readCondition(
  text: string,
  joint: Condition['joint'],
  readInner: TokenReader,
): Condition | undefined {
  const [left, sign, right, ...more] = depthSplit(text, COMPARISON, {
    max: 2,
    withDelimiters: true,
  });
  if (left === undefined || sign === undefined || right === undefined || more.length > 0) {
    return undefined;
  }
  const negate = sign.startsWith('!');
  const operator = operatorOf(negate ? sign.slice(1) : sign);
  const key = readPart(left.trim(), readInner);
  return { key, operator, negate, joint, operand: readOperand(operator, right.trim(), readInner) };
}

function readOperand(
  operator: Operator,
  text: string,
  readInner: TokenReader,
): Condition['operand'] {
  if (operator === ':') return { kind: 'query', tokens: readInner(`:${text}`) };
  const part = readPart(text, readInner);
  const [, source, flag = ''] =
    operator === '~' && part.kind === 'text' ? (PATTERN.exec(text) ?? []) : [];
  if (source === undefined) return part;
  if (!FLAGS.includes(flag)) throw new QueryFault(`the query has an unknown flag '${flag}'`);
  return { kind: 'pattern', pattern: patternOf(source, flag) };
}

function operatorOf(sign: string): Operator {
  const operator = OPERATORS.find((one) => one === sign);
  if (!operator) throw new QueryFault(`the query has no operator '${sign}'`);
  return operator;
}

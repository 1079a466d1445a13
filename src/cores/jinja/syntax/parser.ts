import { TemplateError } from '../template-error.js';
import { readExpression } from './expressions.js';
import { tokenize } from './lexer.js';
import { type Block, type Expr, type Statement } from './nodes.js';
import { readStatement } from './statements.js';
import { TokenReader } from './token-reader.js';

/** A template is a document: one of this length is made by nobody. */
const SOURCE_LENGTH_MAX = 2 * 1024 * 1024;

/**
 * Reads a template.
 * @throws TemplateError `syntax`, `unknown`
 */
export function parseTemplate(source: string): Block {
  const reader = readerOf(source);
  const body = block(reader, []);
  if (!reader.is('end')) throw reader.unexpected('the end');
  return body;
}

/** Reads a text as one expression. */
export function parseExpression(source: string): Expr {
  const reader = readerOf(`{{ ${source} }}`);
  reader.expect('open-print');
  const value = reader.expression();
  reader.expect('close-print');
  reader.expect('end');
  return value;
}

function readerOf(source: string): TokenReader {
  if (source.length > SOURCE_LENGTH_MAX)
    throw new TemplateError('limit', `the template is longer than ${SOURCE_LENGTH_MAX} characters`);
  return new TokenReader(tokenize(source), readExpression);
}

/** Reads statements up to one of these tags, whose `{%` stays to be read. */
export function block(reader: TokenReader, ends: readonly string[]): Block {
  return reader.nested(() => {
    const statements: Statement[] = [];
    while (!reader.is('end') && !isTag(reader, ends)) statements.push(...statement(reader));
    return statements;
  });
}

function isTag(reader: TokenReader, names: readonly string[]): boolean {
  return reader.is('open-block') && names.some((name) => reader.isAhead(1, 'name', name));
}

function statement(reader: TokenReader): readonly Statement[] {
  const { line } = reader;
  if (reader.is('text')) return [{ kind: 'text', line, text: reader.next().text }];
  if (reader.take('open-print')) {
    const value = reader.expressions();
    reader.expect('close-print');
    return [{ kind: 'print', line, value }];
  }
  reader.expect('open-block');
  return readStatement(reader, { block, line });
}

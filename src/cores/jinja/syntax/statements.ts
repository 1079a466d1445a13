import { TemplateError } from '../template-error.js';
import { type Block, type Expr, type FilterUse, type Parameter, type Statement } from './nodes.js';
import { dotted, filterArgs } from './postfixes.js';
import { nameTargets, setTarget } from './targets.js';
import { type TokenReader } from './token-reader.js';

/** Where a statement stands, and how a block within it is read. */
export interface StatementPlace {
  readonly line: number;
  readonly block: (reader: TokenReader, ends: readonly string[]) => Block;
}

type Reading = (reader: TokenReader, place: StatementPlace) => readonly Statement[];

/** Statements that would read other templates: nobody says which. */
const FOREIGN: ReadonlySet<string> = new Set(['include', 'import', 'from', 'extends']);

/** Reads a statement whose `{%` has been read. */
export function readStatement(reader: TokenReader, place: StatementPlace): readonly Statement[] {
  const { text } = reader.expect('name');
  const reading = READINGS.get(text);
  if (reading) return reading(reader, place);
  const why = FOREIGN.has(text) ? 'is not supported: templates are single' : 'is no statement';
  throw new TemplateError('unknown', `'${text}' ${why}`).at(place.line);
}

const READINGS: ReadonlyMap<string, Reading> = new Map<string, Reading>([
  ['if', readIf],
  ['for', readFor],
  ['set', readSet],
  ['macro', readMacro],
  ['call', readCall],
  ['filter', readFilter],
  ['with', readWith],
  ['do', readDo],
  ['break', (reader, { line }) => [closed(reader, { kind: 'break', line })]],
  ['continue', (reader, { line }) => [closed(reader, { kind: 'continue', line })]],
  ['block', readPlain('endblock')],
  ['autoescape', readPlain('endautoescape')],
]);

function closed(reader: TokenReader, statement: Statement): Statement {
  reader.expect('close-block');
  return statement;
}

/** Reads a block and its end tag. */
function body(reader: TokenReader, place: StatementPlace, end: string): Block {
  reader.expect('close-block');
  const statements = place.block(reader, [end]);
  endTag(reader, end);
  return statements;
}

function endTag(reader: TokenReader, end: string): void {
  reader.expect('open-block');
  reader.expect('name', end);
  // The name of a macro or block may be said again.
  reader.take('name');
  reader.expect('close-block');
}

function readIf(reader: TokenReader, { block, line }: StatementPlace): readonly Statement[] {
  const branches: (readonly [Expr, Block])[] = [];
  let otherwise: Block = [];
  for (let tag = 'if'; tag !== 'endif';) {
    if (tag === 'else') otherwise = elseBlock(reader, block);
    else branches.push(branch(reader, block));
    reader.expect('open-block');
    const next = reader.expect('name').text;
    if (tag === 'else' && next !== 'endif') throw reader.fault(`'${next}' follows 'else'`);
    tag = next;
  }
  reader.expect('close-block');
  return [{ kind: 'if', line, branches, otherwise }];
}

function branch(reader: TokenReader, block: StatementPlace['block']): readonly [Expr, Block] {
  const test = reader.expressions();
  reader.expect('close-block');
  return [test, block(reader, ['elif', 'else', 'endif'])];
}

function elseBlock(reader: TokenReader, block: StatementPlace['block']): Block {
  reader.expect('close-block');
  return block(reader, ['endif', 'elif', 'else']);
}

function readFor(reader: TokenReader, { block, line }: StatementPlace): readonly Statement[] {
  const target = nameTargets(reader, 'in');
  reader.expect('name', 'in');
  const over = reader.expressions(false);
  const test = reader.take('name', 'if') ? reader.expression() : null;
  const recursive = reader.take('name', 'recursive');
  reader.expect('close-block');
  const content = block(reader, ['else', 'endfor']);
  const hasElse = reader.isAhead(1, 'name', 'else');
  if (hasElse) {
    reader.next();
    reader.next();
    reader.expect('close-block');
  }
  const otherwise = hasElse ? block(reader, ['endfor']) : [];
  endTag(reader, 'endfor');
  return [{ kind: 'for', line, target, over, test, recursive, body: content, otherwise }];
}

function readSet(reader: TokenReader, place: StatementPlace): readonly Statement[] {
  const { line } = place;
  const target = setTarget(reader);
  if (reader.take('operator', '=')) {
    const value = reader.expressions();
    return [closed(reader, { kind: 'set', line, target, value })];
  }
  const filters = filterChain(reader);
  return [{ kind: 'set-block', line, target, filters, body: body(reader, place, 'endset') }];
}

function filterChain(reader: TokenReader): readonly FilterUse[] {
  const filters: FilterUse[] = [];
  while (reader.take('operator', '|'))
    filters.push({ name: dotted(reader), args: filterArgs(reader) });
  return filters;
}

function readMacro(reader: TokenReader, place: StatementPlace): readonly Statement[] {
  const name = reader.expect('name').text;
  const parameters = readParameters(reader);
  const { line } = place;
  return [{ kind: 'macro', line, name, parameters, body: body(reader, place, 'endmacro') }];
}

function readParameters(reader: TokenReader): readonly Parameter[] {
  const parameters: Parameter[] = [];
  reader.expect('operator', '(');
  while (!reader.take('operator', ')')) {
    const { text: name } = reader.expect('name');
    const fallback = reader.take('operator', '=') ? reader.expression() : null;
    parameters.push({ name, fallback });
    if (!reader.is('operator', ')')) reader.expect('operator', ',');
  }
  return parameters;
}

function readCall(reader: TokenReader, place: StatementPlace): readonly Statement[] {
  const parameters = reader.is('operator', '(') ? readParameters(reader) : [];
  const call = reader.expression();
  if (call.kind !== 'call') throw reader.fault("'call' needs a call");
  const { line } = place;
  return [{ kind: 'call-block', line, parameters, call, body: body(reader, place, 'endcall') }];
}

function readFilter(reader: TokenReader, place: StatementPlace): readonly Statement[] {
  const first = { name: dotted(reader), args: filterArgs(reader) };
  const filters = [first, ...filterChain(reader)];
  return [
    { kind: 'filter-block', line: place.line, filters, body: body(reader, place, 'endfilter') },
  ];
}

function readWith(reader: TokenReader, place: StatementPlace): readonly Statement[] {
  const values: (readonly [string, Expr])[] = [];
  while (!reader.is('close-block')) {
    const { text } = reader.expect('name');
    reader.expect('operator', '=');
    values.push([text, reader.expression()]);
    if (!reader.is('close-block')) reader.expect('operator', ',');
  }
  return [{ kind: 'with', line: place.line, values, body: body(reader, place, 'endwith') }];
}

function readDo(reader: TokenReader, { line }: StatementPlace): readonly Statement[] {
  return [closed(reader, { kind: 'do', line, value: reader.expressions() })];
}

/** A block that only groups: what it says besides means nothing in a single template. */
function readPlain(end: string): Reading {
  return (reader, place) => {
    while (!reader.is('close-block') && !reader.is('end')) reader.next();
    return body(reader, place, end);
  };
}

import { QueryFault } from './query-fault.js';
import { type Part, type Token } from './query-token.js';
import { readPart, readSelect, type TokenReader } from './read-select.js';
import { depthSplit } from './depth-split.js';

/** A query longer than this is nobody's. */
const LENGTH_MAX = 10_000;
/** Queries in queries. */
const NESTING_MAX = 50;

type Mode = 'get' | 'filter' | 'select' | 'meta' | 'args';
const MODES: Readonly<Record<string, Mode>> = { '.': 'get', ':': 'filter' };
const OPENING: Readonly<Record<string, Mode>> = { '[': 'select', '{': 'meta', '(': 'args' };
const CLOSING = new Set([']', '}', ')']);

/**
 * Reads a query in the language of the npm package `json-query` 2.2.2, quirks and all: documents were
 * written against it (ADR 0162).
 * @throws QueryFault
 */
export function readQuery(text: string): readonly Token[] {
  if (text.length > LENGTH_MAX) {
    throw new QueryFault(`the query is longer than ${String(LENGTH_MAX)} characters`);
  }
  // Parameters are numbered, also where a question mark stands for itself.
  let count = 0;
  return readTokens(
    text.replace(/\?/g, () => `?${String(count++)}`),
    0,
  );
}

/** @throws QueryFault */
function readTokens(query: string, nesting: number): readonly Token[] {
  if (nesting > NESTING_MAX) throw new QueryFault('the query has too many queries in queries');
  return query === '' ? [] : new Reading(query, (inner) => readTokens(inner, nesting + 1)).run();
}

/** One pass over a query. */
class Reading {
  private readonly tokens: Token[] = [];
  /** Where tokens go while a deep query is read. */
  private deep: Token[] | undefined;
  private mode: Mode = 'get';
  private depth = 0;
  private start = 0;
  private end = 0;
  /** Where the alternative that is being read begins. */
  private origin = 0;

  constructor(
    private readonly query: string,
    private readonly readInner: TokenReader,
  ) {}

  run(): readonly Token[] {
    for (let at = 0; at < this.query.length; at += 1) {
      this.begin(at);
      this.look(this.query.charAt(at), at);
      this.end = at + 1;
    }
    this.flush();
    return this.tokens;
  }

  private begin(at: number): void {
    if (at !== this.origin) return;
    const sign = this.query.charAt(at);
    if (sign !== ':' && sign !== '.') this.tokens.push({ kind: 'root' });
    if (sign === '.' && this.query.charAt(at + 1) === '.') this.tokens.push({ kind: 'parent' });
  }

  private look(sign: string, at: number): void {
    const opening = ownMode(OPENING, sign);
    if (this.depth === 0) this.change(sign, ownMode(MODES, sign) ?? opening, at);
    if (opening) this.depth += 1;
    else if (CLOSING.has(sign)) {
      this.depth -= 1;
      if (this.depth === 0) this.flush();
    }
  }

  private change(sign: string, mode: Mode | undefined, at: number): void {
    if (mode) {
      this.flush();
      this.mode = mode;
    } else if (sign === '|') this.alternate(at);
  }

  private alternate(at: number): void {
    this.flush();
    this.deep = undefined;
    this.tokens.push({ kind: 'or' });
    this.origin = at + 1;
  }

  private flush(): void {
    this.add(this.mode, this.query.slice(this.start, this.end));
    this.mode = 'get';
    this.start = this.end + 1;
  }

  private add(mode: Mode, text: string): void {
    const trimmed = text.trim();
    if (mode === 'args') this.addArguments(text);
    else if (mode === 'select') this.select(text);
    else if (trimmed !== '' && mode === 'get') {
      this.push({ kind: 'get', key: { kind: 'text', text: trimmed } });
    } else if (text !== '' && mode === 'filter') {
      this.push(trimmed === '' ? { kind: 'nothing' } : { kind: 'filter', name: trimmed });
    }
  }

  private select(text: string): void {
    if (text !== '') {
      this.push(readSelect(text, this.readInner));
      return;
    }
    const token: Token = { kind: 'deep', tokens: [] };
    this.tokens.push(token);
    this.deep = token.tokens;
  }

  private addArguments(text: string): void {
    const last = this.tokens.at(-1);
    if (!last) throw new QueryFault('the query has parentheses before anything else');
    if (last.kind === 'root' || last.kind === 'filter') last.args = this.readArguments(text);
  }

  private readArguments(text: string): readonly Part[] {
    if (text === ',') return [{ kind: 'text', text }];
    return depthSplit(text, /,/).map((part) => readPart(part.trim(), this.readInner));
  }

  private push(token: Token): void {
    (this.deep ?? this.tokens).push(token);
  }
}

function ownMode(modes: Readonly<Record<string, Mode>>, sign: string): Mode | undefined {
  return Object.hasOwn(modes, sign) ? modes[sign] : undefined;
}

import { type AttributePath, attributePath, type PathRoot, valuePath } from './attribute-path.js';
import { type Comparison, COMPARISONS, type Filter, type PatchTarget } from './filter.js';
import { scimError, type ScimType } from './scim-error.js';

/** Longer filters do not fit into an address; what is nested deeper is no filter of anybody. */
const LENGTH_MAX = 8192;
const DEPTH_MAX = 20;
const CONDITIONS_MAX = 200;

const TOKEN = /\s*(?:([()[\]])|("(?:[^"\\]|\\.)*")|([^\s()[\]"]+))/y;
const LITERALS: Readonly<Record<string, boolean | null>> = { true: true, false: false, null: null };
const NUMBER = /^-?\d+(?:\.\d+)?$/;

/**
 * Reads a filter over resources of a type.
 * @throws AppError `invalid-input` (`invalidFilter`)
 */
export function parseFilter(text: string, root: PathRoot): Filter {
  const parser = new FilterParser(text, 'invalidFilter');
  const filter = parser.filter(root, 0);
  parser.end();
  return filter;
}

/**
 * Reads the path of a change: `emails[type eq "work"].value`.
 * @throws AppError `invalid-input` (`invalidPath`)
 */
export function parseTarget(text: string, root: PathRoot): PatchTarget {
  const parser = new FilterParser(text, 'invalidPath');
  const target = parser.target(root, 0);
  parser.end();
  return target;
}

class FilterParser {
  private readonly tokens: readonly string[];
  private at = 0;
  private conditions = 0;

  constructor(
    text: string,
    private readonly fault: ScimType,
  ) {
    if (text.length > LENGTH_MAX) throw this.refused(`has more than ${LENGTH_MAX} characters`);
    this.tokens = this.tokensOf(text);
  }

  filter(root: PathRoot, depth: number): Filter {
    return this.joined('or', root, depth);
  }

  target(root: PathRoot, depth: number): PatchTarget {
    const path = this.path(root);
    if (this.peek() !== '[') return { path };
    const filter = this.bracketed(path, depth);
    const rest = this.peek();
    if (rest?.startsWith('.') !== true) return { path, filter };
    this.at += 1;
    return { path, filter, sub: this.known(withinOf(path), rest.slice(1)) };
  }

  end(): void {
    const rest = this.peek();
    if (rest !== undefined) throw this.refused(`goes on with ${rest} where it should end`);
  }

  private joined(kind: 'and' | 'or', root: PathRoot, depth: number): Filter {
    const next = (): Filter =>
      kind === 'or' ? this.joined('and', root, depth) : this.condition(root, depth);
    const filters = [next()];
    while (this.peek()?.toLowerCase() === kind) {
      this.at += 1;
      filters.push(next());
    }
    const [only] = filters;
    return filters.length === 1 && only ? only : { kind, filters };
  }

  private condition(root: PathRoot, depth: number): Filter {
    this.count(depth);
    if (this.peek() === '(') return this.enclosed(['(', ')'], root, depth);
    if (this.peek()?.toLowerCase() === 'not' && this.peek(1) === '(') {
      this.at += 1;
      return { kind: 'not', filter: this.enclosed(['(', ')'], root, depth) };
    }
    const { path, filter, sub } = this.target(root, depth);
    if (!filter) return this.compared(path);
    if (!sub) return { kind: 'some', path, filter };
    return { kind: 'some', path, filter: { kind: 'and', filters: [filter, this.compared(sub)] } };
  }

  private count(depth: number): void {
    if (depth > DEPTH_MAX) throw this.refused(`is nested deeper than ${DEPTH_MAX} levels`);
    this.conditions += 1;
    if (this.conditions > CONDITIONS_MAX)
      throw this.refused(`has more than ${CONDITIONS_MAX} conditions`);
  }

  private compared(path: AttributePath): Filter {
    const op = this.taken('an operator').toLowerCase();
    if (op === 'pr') return { kind: 'present', path };
    if (!isComparison(op)) throw this.refused(`has no operator ${op}`);
    const value = this.literal();
    const leaf = valuePath(path);
    return { kind: 'compare', path: leaf, op, value: this.typed(leaf, value) };
  }

  private literal(): string | number | boolean | null {
    const token = this.taken('a value');
    if (token.startsWith('"')) {
      try {
        return JSON.parse(token) as string;
      } catch {
        throw this.refused(`has the value ${token}, which is no JSON`);
      }
    }
    const word = token.toLowerCase();
    if (Object.hasOwn(LITERALS, word)) return LITERALS[word] ?? null;
    if (NUMBER.test(token)) return Number(token);
    throw this.refused(`has the value ${token}, which is neither in quotes nor a number`);
  }

  /** Flags are written as texts too, and texts as numbers. */
  private typed(
    path: AttributePath,
    value: string | number | boolean | null,
  ): string | number | boolean | null {
    const { type, name } = path.at(-1) ?? { name: '' };
    if (value === null) return value;
    if (type === 'complex') throw this.refused(`compares ${name}, which has no value of its own`);
    if (type !== 'boolean') return String(value);
    const word = String(value).toLowerCase();
    if (word !== 'true' && word !== 'false') throw this.refused(`compares ${name} with no flag`);
    return word === 'true';
  }

  private bracketed(path: AttributePath, depth: number): Filter {
    return this.enclosed(['[', ']'], withinOf(path), depth);
  }

  private enclosed(
    [open, close]: readonly [string, string],
    root: PathRoot,
    depth: number,
  ): Filter {
    this.expect(open);
    const filter = this.filter(root, depth + 1);
    this.expect(close);
    return filter;
  }

  private path(root: PathRoot): AttributePath {
    return this.known(root, this.taken('an attribute'));
  }

  private known(root: PathRoot, text: string): AttributePath {
    const path = attributePath(root, text);
    if (!path) throw this.refused(`names ${text}, which is no attribute here`);
    return path;
  }

  private expect(token: string): void {
    const found = this.peek();
    if (found !== token) throw this.refused(`has ${found ?? 'nothing'} where ${token} is expected`);
    this.at += 1;
  }

  private taken(what: string): string {
    const token = this.peek();
    if (token === undefined || /^[()[\]]$/.test(token))
      throw this.refused(`has ${token ?? 'nothing'} where ${what} is expected`);
    this.at += 1;
    return token;
  }

  private peek(ahead = 0): string | undefined {
    return this.tokens[this.at + ahead];
  }

  private tokensOf(text: string): readonly string[] {
    const tokens: string[] = [];
    TOKEN.lastIndex = 0;
    while (TOKEN.lastIndex < text.trimEnd().length) {
      const from = TOKEN.lastIndex;
      const found = TOKEN.exec(text);
      if (!found) throw this.refused(`cannot be read from character ${from + 1} on`);
      tokens.push(found[0].trimStart());
    }
    return tokens;
  }

  private refused(detail: string): Error {
    const what = this.fault === 'invalidFilter' ? 'The filter' : 'The path';
    return scimError(this.fault, `${what} ${detail}`);
  }
}

function isComparison(op: string): op is Comparison {
  return (COMPARISONS as readonly string[]).includes(op);
}

/** Paths within brackets begin at the attribute before them. */
function withinOf(path: AttributePath): PathRoot {
  return { attributes: path.at(-1)?.subAttributes ?? [] };
}

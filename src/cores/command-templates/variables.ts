import { quotePattern } from '../patterns/linear-pattern.js';

/** Values for `<!name!>`, by name. */
export type Variables = Readonly<Record<string, unknown>>;

/** Innermost first: in `<!<!a!>!>` only `<!a!>` is a variable. What is put in is never read again. */
const VARIABLE = /<!([^<>!]{1,256})!>/g;
/** A command or rule that is longer than this is nobody's. */
const TEXT_LENGTH_MAX = 65_536;

/** Why a variable cannot be put in. */
export interface VariableProblem {
  readonly name: string;
  readonly detail: string;
}

/** A text with its variables put in, or why not. */
export type Substituted =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'refused'; readonly problems: readonly VariableProblem[] };

/** The names of the variables in a text, each once, in the order of their first use. */
export function variableNames(text: string): readonly string[] {
  return [...new Set([...text.matchAll(VARIABLE)].map(([, name = '']) => name))];
}

/** The value of a variable; undefined when there is none, null included. */
export function valueOf(variables: Variables, name: string): unknown {
  return Object.hasOwn(variables, name) ? (variables[name] ?? undefined) : undefined;
}

/** What is put in for a value: texts, numbers and booleans can be. */
export function scalarText(value: unknown): string | undefined {
  if (typeof value === 'string') return value;
  return typeof value === 'number' || typeof value === 'boolean' ? String(value) : undefined;
}

/** Puts the values of variables into a command or another plain text. */
export function substitute(text: string, variables: Variables): Substituted {
  return putIn(text, variables, (value) => value);
}

/** Puts the values of variables into the source of a pattern, where they match nothing but themselves. */
export function substitutePattern(source: string, variables: Variables): Substituted {
  return putIn(source, variables, quotePattern);
}

function putIn(text: string, variables: Variables, form: (value: string) => string): Substituted {
  const values = new Map<string, string>();
  const problems: VariableProblem[] = [];
  for (const name of variableNames(text)) {
    const value = valueOf(variables, name);
    const scalar = scalarText(value);
    if (scalar === undefined) problems.push({ name, detail: unusable(value) });
    else values.set(name, form(scalar));
  }
  if (problems.length > 0) return { kind: 'refused', problems };
  const [name = ''] = values.keys();
  if (values.size > 0 && lengthWith(text, values) > TEXT_LENGTH_MAX)
    return { kind: 'refused', problems: [{ name, detail: 'makes the text too long' }] };
  const filled = text.replace(VARIABLE, (whole, used: string) => values.get(used) ?? whole);
  return { kind: 'text', text: filled };
}

function unusable(value: unknown): string {
  return value === undefined ? 'is missing' : 'must be text, a number or true or false';
}

function lengthWith(text: string, values: ReadonlyMap<string, string>): number {
  let length = text.length;
  for (const [, name = ''] of text.matchAll(VARIABLE)) length += values.get(name)?.length ?? 0;
  return length;
}

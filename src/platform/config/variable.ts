import { isJsonObject } from '../../kernel/json.js';
import { Secret } from '../../kernel/secret.js';

/** One environment variable: its rule, its default and what it is for. */
export interface Variable<T> {
  readonly env: string;
  readonly kind: string;
  readonly note: string;
  readonly fallback: T;
  /** What the documentation shows as the default. */
  readonly shown: string;
  readonly secret: boolean;
  /** Returns the value, or a sentence that says which rule the text breaks. */
  readonly parse: (text: string) => { readonly value: T } | { readonly fault: string };
}

interface Described<T> {
  readonly default: T;
  readonly note: string;
}

const fail = (fault: string): { fault: string } => ({ fault });

/** A whole number written in digits, within bounds. */
export function whole(
  env: string,
  options: Described<number> & { readonly min: number; readonly max: number },
): Variable<number> {
  const { min, max } = options;
  return {
    env,
    kind: `whole number, ${min} to ${max}`,
    note: options.note,
    fallback: options.default,
    shown: String(options.default),
    secret: false,
    parse: (text) => {
      const value = Number(text);
      const fits = /^\d+$/.test(text) && value >= min && value <= max;
      return fits ? { value } : fail(`must be a whole number from ${min} to ${max}`);
    },
  };
}

/** Free text; `pattern` or `accepts` narrows it. */
export function text<T extends string | undefined>(
  env: string,
  options: Described<T> & {
    readonly pattern?: RegExp;
    readonly accepts?: (value: string) => boolean;
    readonly rule?: string;
  },
): Variable<T | string> {
  const { accepts = (value) => options.pattern?.test(value) ?? true } = options;
  return {
    env,
    kind: options.rule ?? 'text',
    note: options.note,
    fallback: options.default,
    shown: options.default ?? '',
    secret: false,
    parse: (value) =>
      accepts(value)
        ? { value }
        : fail(`must be ${options.rule ?? `text that matches ${options.pattern?.source ?? ''}`}`),
  };
}

/** `true` or `false`. */
export function flag(env: string, options: Described<boolean>): Variable<boolean> {
  return {
    env,
    kind: 'true or false',
    note: options.note,
    fallback: options.default,
    shown: String(options.default),
    secret: false,
    parse: (value) =>
      value === 'true' || value === 'false'
        ? { value: value === 'true' }
        : fail('must be true or false'),
  };
}

/** One member of a closed list. */
export function oneOf<const T extends string>(
  env: string,
  members: readonly T[],
  options: Described<T>,
): Variable<T> {
  return {
    env,
    kind: members.join(' | '),
    note: options.note,
    fallback: options.default,
    shown: options.default,
    secret: false,
    parse: (value) => {
      const member = members.find((candidate) => candidate === value);
      return member ? { value: member } : fail(`must be one of ${members.join(', ')}`);
    },
  };
}

/** Texts separated by commas; empty entries do not count. `accepts` narrows what an entry may be. */
export function list(
  env: string,
  options: Described<readonly string[]> & {
    readonly accepts?: (entry: string) => boolean;
    readonly rule?: string;
  },
): Variable<readonly string[]> {
  const { accepts = () => true, rule = 'texts' } = options;
  return {
    env,
    kind: `${rule} separated by commas`,
    note: options.note,
    fallback: options.default,
    shown: options.default.join(','),
    secret: false,
    parse: (text) => {
      const entries = text
        .split(',')
        .map((entry) => entry.trim())
        .filter((entry) => entry !== '');
      const refused = entries.filter((entry) => !accepts(entry));
      if (refused.length === 0) return { value: entries };
      return fail(`must be ${rule} separated by commas, not: ${refused.join(', ')}`);
    },
  };
}

/** A secret: never shown, not in faults, not in logs. */
export function secret(
  env: string,
  options: { readonly note: string; readonly pattern?: RegExp; readonly rule?: string },
): Variable<Secret | undefined> {
  return {
    env,
    kind: options.rule ?? 'secret text',
    note: options.note,
    fallback: undefined,
    shown: '',
    secret: true,
    parse: (value) =>
      options.pattern && !options.pattern.test(value)
        ? fail(`must be ${options.rule ?? 'in the documented form'}`)
        : { value: new Secret(value) },
  };
}

/** A JSON object from text to text, `{"theirs":"ours"}`. */
export function mapping(
  env: string,
  options: { readonly note: string },
): Variable<ReadonlyMap<string, string>> {
  return {
    env,
    kind: 'JSON object of texts',
    note: options.note,
    fallback: new Map(),
    shown: '',
    secret: false,
    parse: (text) => {
      const entries = textEntries(text);
      return entries
        ? { value: new Map(entries) }
        : fail('must be a JSON object of texts, such as {"theirs":"ours"}');
    },
  };
}

function textEntries(text: string): readonly (readonly [string, string])[] | undefined {
  try {
    const parsed: unknown = JSON.parse(text);
    if (!isJsonObject(parsed)) return undefined;
    const entries = Object.entries(parsed);
    return entries.every((entry): entry is [string, string] => typeof entry[1] === 'string')
      ? entries
      : undefined;
  } catch {
    return undefined;
  }
}

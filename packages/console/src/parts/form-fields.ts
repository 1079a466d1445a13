import * as texts from '../texts/parts.js';

/** What a form holds, by the names of its fields. */
export type Values = Readonly<Record<string, unknown>>;

/** A field of a form. */
export interface Field {
  readonly name: string;
  readonly label: string;
  readonly kind:
    | 'text'
    | 'password'
    | 'lines'
    | 'number'
    | 'flag'
    | 'choice'
    | 'choices'
    | 'json'
    /** The JSON of a file that is chosen or dropped. */
    | 'file';
  readonly help?: string | undefined;
  readonly isRequired?: boolean | undefined;
  readonly choices?: readonly string[] | undefined;
  /** What a choice is called, where that is not the value that is sent. */
  readonly labels?: Readonly<Record<string, string>> | undefined;
  /** What a choice stands for, where that is no text. */
  readonly values?: Readonly<Record<string, unknown>> | undefined;
  /** Choices that are shown, and cannot be ticked; `help` says why. */
  readonly unable?: ReadonlySet<string> | undefined;
  /** What may be meant, beside which anything else can be typed. */
  readonly suggestions?: readonly string[] | undefined;
  /** What it holds at first. */
  readonly initial?: unknown;
  /** What a password manager takes it for. */
  readonly autoComplete?: string | undefined;
}

/** The fields of a form: the same ones always, or those that what is typed brings along. */
export type Fields = readonly Field[] | ((typed?: Values) => readonly Field[]);

/** A field as a form shows it: what is typed in it, and what is wrong with that. */
export interface RowProps {
  readonly field: Field;
  readonly text: string;
  readonly fault: string | undefined;
  readonly onType: (text: string) => void;
}

/** What is wrong with a form by what the console itself knows: by the names of its fields. */
export class FieldFaults extends Error {
  constructor(
    sentence: string,
    readonly byName: ReadonlyMap<string, string>,
  ) {
    super(sentence);
  }
}

/** What a field shows of a value. */
export function shownValue(kind: Field['kind'], value: unknown): string {
  if (value === undefined || value === null) return '';
  if (kind === 'flag') return value === true ? 'true' : '';
  return typeof value === 'string' && kind !== 'json' ? value : JSON.stringify(value, null, 2);
}

/** The value that was typed: undefined for nothing. @throws Error in words for what cannot be read. */
export function typedValue({ kind, values }: Field, typed: string): unknown {
  if (kind === 'flag') return typed === 'true';
  if (typed === '') return undefined;
  if (kind === 'choice') return values?.[typed] ?? typed;
  if (kind === 'number') return numberOf(typed);
  return JSON_KINDS.has(kind) ? jsonOf(typed) : typed;
}

const JSON_KINDS: ReadonlySet<Field['kind']> = new Set(['json', 'choices', 'file'] as const);

function numberOf(typed: string): number {
  const number = Number(typed);
  if (Number.isNaN(number)) throw new Error(texts.isNoNumber);
  return number;
}

function jsonOf(typed: string): unknown {
  try {
    return JSON.parse(typed);
  } catch {
    throw new Error(texts.isNoJson);
  }
}

/** What was typed, by the names of the fields, and what of it cannot be read or is missing. */
export function readFields(
  fields: readonly Field[],
  textOf: (field: Field) => string,
): { readonly values: Values; readonly faults: ReadonlyMap<string, string> } {
  const faults = new Map<string, string>();
  const values: Record<string, unknown> = {};
  for (const field of fields) {
    try {
      const value = typedValue(field, textOf(field));
      if (value !== undefined) values[field.name] = value;
      else if (field.isRequired) faults.set(field.name, texts.isNeeded);
    } catch (error) {
      faults.set(field.name, error instanceof Error ? error.message : String(error));
    }
  }
  return { values, faults };
}

/** So often what a field brings along may bring along others. */
const PASSES_MAX = 5;

/** The fields that are shown, as long as they hold these texts. */
export function fieldsNow(fields: Fields, textOf: (field: Field) => string): readonly Field[] {
  if (typeof fields !== 'function') return fields;
  let now = fields();
  for (let pass = 0; pass < PASSES_MAX; pass += 1) {
    const next = fields(readFields(now, textOf).values);
    if (next.map(({ name }) => name).join() === now.map(({ name }) => name).join()) return next;
    now = next;
  }
  return now;
}

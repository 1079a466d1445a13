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
  /** Choices that are shown, and cannot be ticked; `help` says why. */
  readonly unable?: ReadonlySet<string> | undefined;
  /** What may be meant, beside which anything else can be typed. */
  readonly suggestions?: readonly string[] | undefined;
  /** What it holds at first. */
  readonly initial?: unknown;
  /** What a password manager takes it for. */
  readonly autoComplete?: string | undefined;
}

/** A field as a form shows it: what is typed in it, and what is wrong with that. */
export interface RowProps {
  readonly field: Field;
  readonly text: string;
  readonly fault: string | undefined;
  readonly onType: (text: string) => void;
}

interface Schema {
  readonly type?: unknown;
  readonly title?: unknown;
  readonly description?: unknown;
  readonly enum?: unknown;
  readonly default?: unknown;
  readonly format?: unknown;
  readonly properties?: unknown;
  readonly required?: unknown;
}

/** Fields for the members of a JSON schema; what no field fits is written as JSON. */
export function fieldsOf(schema: Schema, initial: Readonly<Record<string, unknown>> = {}): Field[] {
  const required = Array.isArray(schema.required) ? schema.required : [];
  return Object.entries(asObject(schema.properties)).map(([name, member]) =>
    fieldOf(name, asObject(member), {
      isRequired: required.includes(name),
      initial: initial[name] ?? asObject(member)['default'],
    }),
  );
}

function fieldOf(name: string, member: Schema, more: Partial<Field>): Field {
  const choices = Array.isArray(member.enum) ? member.enum.map(String) : undefined;
  return {
    name,
    label: textOr(member.title, name),
    kind: choices ? 'choice' : kindOf(member),
    help: typeof member.description === 'string' ? member.description : undefined,
    choices,
    ...more,
  };
}

function kindOf({ type, format }: Schema): Field['kind'] {
  if (type === 'boolean') return 'flag';
  if (type === 'number' || type === 'integer') return 'number';
  if (type === 'string') return format === 'password' ? 'password' : 'text';
  return 'json';
}

/** What a field shows of a value. */
export function shownValue(kind: Field['kind'], value: unknown): string {
  if (value === undefined || value === null) return '';
  if (kind === 'flag') return value === true ? 'true' : '';
  return typeof value === 'string' && kind !== 'json' ? value : JSON.stringify(value, null, 2);
}

/** The value that was typed: undefined for nothing. @throws Error in words for what cannot be read. */
export function typedValue({ kind }: Field, typed: string): unknown {
  if (kind === 'flag') return typed === 'true';
  if (typed === '') return undefined;
  if (kind === 'number') return numberOf(typed);
  return JSON_KINDS.has(kind) ? jsonOf(typed) : typed;
}

const JSON_KINDS: ReadonlySet<Field['kind']> = new Set(['json', 'choices', 'file'] as const);

function numberOf(typed: string): number {
  const number = Number(typed);
  if (Number.isNaN(number)) throw new Error('This is no number');
  return number;
}

function jsonOf(typed: string): unknown {
  try {
    return JSON.parse(typed);
  } catch {
    throw new Error('This is no JSON: texts stand in double quotes');
  }
}

function asObject(value: unknown): Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {};
}

function textOr(value: unknown, otherwise: string): string {
  return typeof value === 'string' && value !== '' ? value : otherwise;
}

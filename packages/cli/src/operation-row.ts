/** An operation of the platform, as the command line needs it. */
export interface OperationRow {
  readonly method: 'GET' | 'PUT' | 'POST' | 'DELETE' | 'PATCH';
  /** Its path, with `{name}` for what is filled in. */
  readonly path: string;
  readonly tag: string;
  readonly summary: string;
  /** Names in the path, in their order. */
  readonly pathNames: readonly string[];
  readonly query: readonly OptionRow[];
  /** Headers that may be sent. */
  readonly headers: readonly string[];
  /** Members of the body, where it takes one. */
  readonly body?: readonly OptionRow[];
  /** Media type of its success; empty for none. */
  readonly media: string;
}

/** A value that an operation takes by its name. */
export interface OptionRow {
  readonly name: string;
  /** A type of JSON Schema, `list` for an array, `any` for several. */
  readonly kind: string;
  readonly required?: boolean;
  readonly description?: string;
  /** The values that it takes, where all are known. */
  readonly choices?: readonly string[];
}

export type OperationTable = Readonly<Record<string, OperationRow>>;

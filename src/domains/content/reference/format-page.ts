import { type OperationId } from '../../../api/operations/operations.js';

/** Members of something within a document, as rows of a table. */
export interface InnerMembers {
  readonly title: string;
  readonly rows: readonly (readonly [member: string, meaning: string])[];
}

/** The page of a format of documents. */
export interface FormatPage {
  readonly slug: string;
  readonly title: string;
  readonly intro: string;
  /** Schemas of the OpenAPI document that say its members, the outermost first. */
  readonly schemas: readonly string[];
  /** Members that must be there, where the schema is the one of answers. */
  readonly needed?: readonly string[];
  readonly inner: readonly InnerMembers[];
  /** Operations whose bodies are shown as examples: what makes the document, then what tries it. */
  readonly examples: readonly OperationId[];
  readonly more: string;
}

/** Values as the page names them. */
export function oneOf(values: Iterable<string>): string {
  return [...values].map((value) => `\`${value}\``).join(', ');
}

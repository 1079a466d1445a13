import { type ParsedText, parseText } from './parse-text.js';
import { TextFsmError } from './textfsm-error.js';

/** What came of parsing. */
export type Parsed =
  ({ readonly kind: 'done' } & ParsedText) | { readonly kind: 'failed'; readonly detail: string };

/** Parses an output by a template; what is wrong with either is part of the answer. */
export function tryParse({
  template,
  output,
}: {
  readonly template: string;
  readonly output: string;
}): Parsed {
  try {
    return { kind: 'done', ...parseText(template, output) };
  } catch (error) {
    if (error instanceof TextFsmError) return { kind: 'failed', detail: error.message };
    throw error;
  }
}

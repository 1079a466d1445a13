import { type JsonObject } from '../../kernel/json.js';
import { renderTemplate } from './render-template.js';
import { parseTemplate } from './syntax/parser.js';
import { TemplateError } from './template-error.js';

/** A rendering, as text that travels between threads at little cost. */
export interface Rendering {
  readonly template: string;
  /** JSON of an object. */
  readonly context: string;
}

/** What came of a rendering. */
export type Rendered =
  | { readonly kind: 'done'; readonly text: string }
  | { readonly kind: 'failed'; readonly detail: string };

/** Renders a template; what is wrong with it is part of the answer. */
export function tryRender({ template, context }: Rendering): Rendered {
  try {
    return { kind: 'done', text: renderTemplate(template, JSON.parse(context) as JsonObject) };
  } catch (error) {
    if (error instanceof TemplateError) return { kind: 'failed', detail: error.message };
    throw error;
  }
}

/** Why a text is no template; undefined where it is one. */
export function syntaxFault(template: string): string | undefined {
  try {
    parseTemplate(template);
    return undefined;
  } catch (error) {
    if (error instanceof TemplateError) return error.message;
    if (error instanceof RangeError) return 'the template goes too deep';
    throw error;
  }
}

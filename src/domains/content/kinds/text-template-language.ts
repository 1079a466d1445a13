import { type JsonObject } from '../../../kernel/json.js';

/** The languages that templates are written in. */
export const TEMPLATE_LANGUAGES = ['jinja2', 'textfsm'] as const;
export type TemplateLanguage = (typeof TEMPLATE_LANGUAGES)[number];

/** The language of a template; those that name none are written in Jinja. Undefined for one nobody knows. */
export function languageOf({ type = 'jinja2' }: JsonObject): TemplateLanguage | undefined {
  const name = typeof type === 'string' ? type.trim().toLowerCase() : '?';
  if (/^(jinja.*|j2.*|)$/.test(name)) return 'jinja2';
  return name === 'textfsm' ? 'textfsm' : undefined;
}

import { type Fault } from '../../../kernel/app-error.js';
import { type JsonObject } from '../../../kernel/json.js';
import { textOf } from '../../../kernel/json-reading.js';
import { syntaxFault } from '../../../cores/jinja/try-render.js';
import { type KindFacts } from '../records/content-facts.js';
import { templateFault } from '../../../cores/textfsm/parse-text.js';

/** The languages that templates are written in. */
export const TEMPLATE_LANGUAGES = ['jinja2', 'textfsm'] as const;
export type TemplateLanguage = (typeof TEMPLATE_LANGUAGES)[number];

/** What lists find templates by beside name and description, exactly. */
export const KEYED_MEMBERS = ['type', 'group', 'command'] as const;

/** The key under which lists find a template by a member. */
export function memberKey(member: (typeof KEYED_MEMBERS)[number], value: string): string {
  return `${member}:${value}`;
}

/** The language of a template; those that name none are written in Jinja. Undefined for one nobody knows. */
export function languageOf({ type = 'jinja2' }: JsonObject): TemplateLanguage | undefined {
  const name = typeof type === 'string' ? type.trim().toLowerCase() : '?';
  if (/^(jinja.*|j2.*|)$/.test(name)) return 'jinja2';
  return name === 'textfsm' ? 'textfsm' : undefined;
}

/** Why a template cannot be used as it is; it is kept all the same, as something to be mended. */
export function templateWarnings(document: JsonObject): readonly string[] {
  const language = languageOf(document);
  if (!language) return [`The type is none of ${TEMPLATE_LANGUAGES.join(', ')}`];
  const text = textOf(document['template']);
  if (text === '') return [];
  const fault = language === 'jinja2' ? syntaxFault(text) : templateFault(text);
  return fault === undefined ? [] : [`The template cannot be used: ${fault}`];
}

/** A template holds a text. */
export const TEXT_TEMPLATE_RULES = {
  faults: ({ template }: JsonObject): readonly Fault[] =>
    typeof template === 'string'
      ? []
      : [{ pointer: '#/template', detail: 'must be the text of a template' }],
  warnings: templateWarnings,
  facts: (document: JsonObject): KindFacts => ({
    keys: KEYED_MEMBERS.flatMap((member) => {
      const value = member === 'type' ? (document[member] ?? 'jinja2') : document[member];
      return typeof value === 'string' ? [memberKey(member, value)] : [];
    }),
    draft: templateWarnings(document).length > 0,
  }),
};

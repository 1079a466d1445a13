import { type Fault } from '../../../kernel/app-error.js';
import { type JsonObject } from '../../../kernel/json.js';
import { type KindFacts } from './kind-facts.js';
import { faultOf, judgeInThread } from './text-template-faults.js';
import { languageOf, TEMPLATE_LANGUAGES } from './text-template-language.js';

/** What lists find templates by beside name and description, exactly. */
export const KEYED_MEMBERS = ['type', 'group', 'command'] as const;

/** The key under which lists find a template by a member. */
export function memberKey(member: (typeof KEYED_MEMBERS)[number], value: string): string {
  return `${member}:${value}`;
}

/** Why a template cannot be used as it is; it is kept all the same, as something to be mended. */
export function templateWarnings(document: JsonObject): readonly string[] {
  if (!languageOf(document)) return [`The type is none of ${TEMPLATE_LANGUAGES.join(', ')}`];
  const fault = faultOf(document);
  return fault === undefined ? [] : [`The template cannot be used: ${fault}`];
}

/** A template holds a text. */
export const TEXT_TEMPLATE_RULES = {
  faults: ({ template }: JsonObject): readonly Fault[] =>
    typeof template === 'string'
      ? []
      : [{ pointer: '#/template', detail: 'must be the text of a template' }],
  warnings: templateWarnings,
  lookAhead: judgeInThread,
  facts: (document: JsonObject): KindFacts => ({
    keys: KEYED_MEMBERS.flatMap((member) => {
      const value = member === 'type' ? (document[member] ?? 'jinja2') : document[member];
      return typeof value === 'string' ? [memberKey(member, value)] : [];
    }),
    draft: templateWarnings(document).length > 0,
  }),
};

import { type Fault } from '../../../kernel/app-error.js';
import { type JsonObject } from '../../../kernel/json.js';
import { type Principal } from '../../../kernel/principal.js';
import { JSON_FORM_RULES } from './json-form-rules.js';
import { type KindFacts } from './kind-facts.js';
import { type ContentKindName } from './content-kinds.js';
import { TRANSFORMATION_RULES } from './transformation-rules.js';
import { ANALYTIC_TEMPLATE_RULES, COMMAND_TEMPLATE_RULES } from './command-template-rules.js';
import { TEXT_TEMPLATE_RULES } from './text-template-rules.js';
import { WORKFLOW_RULES } from './workflow-rules.js';

/** What is particular to documents of one kind, whoever brings them. */
export interface KindRules {
  /**
   * Why a document is refused; pointers into the document. What a user may want to keep and mend later
   * is no fault.
   */
  readonly faults?: (document: JsonObject) => readonly Fault[] | Promise<readonly Fault[]>;
  /** What will not work in a document that is taken all the same, one sentence each. */
  readonly warnings?: (document: JsonObject) => readonly string[];
  /** @throws AppError `forbidden` for somebody who may not change or delete a document. */
  readonly assertMayChange?: (document: JsonObject, principal: Principal) => void;
  /** Finds out, while others have their turn, what `facts` is asked for next. */
  readonly lookAhead?: (document: JsonObject) => Promise<unknown>;
  /** What the kind is found by beside its name, description and tags. */
  readonly facts?: (document: JsonObject) => KindFacts;
}

/** The rules of every kind. */
export const KIND_RULES: Readonly<Record<ContentKindName, KindRules>> = {
  workflow: WORKFLOW_RULES,
  transformation: TRANSFORMATION_RULES,
  form: {},
  'json-form': JSON_FORM_RULES,
  template: TEXT_TEMPLATE_RULES,
  'mop-template': COMMAND_TEMPLATE_RULES,
  'mop-analytic-template': ANALYTIC_TEMPLATE_RULES,
};

import { type JsonObject } from '../../../kernel/json.js';
import { textOf } from '../../../kernel/json-reading.js';
import { type Principal } from '../../../kernel/principal.js';
import { assertMayUseWorkflow } from '../../../kernel/workflow-access.js';
import { type KindFacts } from '../records/content-facts.js';
import { isDraft } from './graph/findings-of.js';
import { readWorkflow } from './graph/read-workflow.js';

/** No workflow is refused for what is drawn in it: with errors it is a draft, which nobody can start. */
export const WORKFLOW_RULES = {
  assertMayChange: ({ name, groups }: JsonObject, principal: Principal): void => {
    assertMayUseWorkflow('change', principal, { name: textOf(name), groups });
  },
  facts: (document: JsonObject): KindFacts => ({ draft: isDraft(readWorkflow(document)) }),
};

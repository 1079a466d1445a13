import { type JsonObject } from '../../../kernel/json.js';
import { type KindFacts } from '../records/content-facts.js';
import { isDraft } from './graph/findings-of.js';
import { readWorkflow } from './graph/read-workflow.js';

/** No workflow is refused for what is drawn in it: with errors it is a draft, which nobody can start. */
export const WORKFLOW_RULES = {
  facts: (document: JsonObject): KindFacts => ({ draft: isDraft(readWorkflow(document)) }),
};

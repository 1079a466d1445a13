import { type Fault } from '../../../kernel/app-error.js';
import { type JsonObject } from '../../../kernel/json.js';
import { textOf } from '../../../kernel/json-reading.js';
import { type Principal } from '../../../kernel/principal.js';
import { assertMayUseWorkflow } from '../../../kernel/workflow-access.js';
import { type KindFacts } from './kind-facts.js';
import { findingsInTurns, knownFindings } from './workflow-findings.js';

/**
 * No workflow is refused for what is drawn in it, only for how much that is: with errors it is a draft, which
 * nobody can start.
 */
export const WORKFLOW_RULES = {
  faults: async (document: JsonObject): Promise<readonly Fault[]> => {
    const { errors } = await findingsInTurns(document);
    return errors
      .filter(({ code }) => code === 'too-large')
      .map(({ pointer, message }) => ({ pointer, detail: message }));
  },
  warnings: (document: JsonObject): readonly string[] => {
    const { errors, warnings } = knownFindings(document);
    return [...errors, ...warnings].map(({ pointer, message }) => `${pointer} ${message}`);
  },
  assertMayChange: ({ name, groups }: JsonObject, principal: Principal): void => {
    assertMayUseWorkflow('change', principal, { name: textOf(name), groups });
  },
  lookAhead: findingsInTurns,
  facts: (document: JsonObject): KindFacts => ({
    draft: knownFindings(document).errors.length > 0,
  }),
};

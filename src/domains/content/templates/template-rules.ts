import { type Fault } from '../../../kernel/app-error.js';
import { type JsonObject } from '../../../kernel/json.js';
import {
  analyticTemplateProblems,
  commandTemplateProblems,
  type TemplateProblem,
} from './evaluation/template-problems.js';

/** A template whose patterns cannot run is refused; what only fails its own rules is told on demand. */
export const ANALYTIC_TEMPLATE_RULES = {
  faults: (document: JsonObject) => faultsOf(analyticTemplateProblems(document)),
};

/** Real templates hold patterns of other engines: they are kept, and fail where they are used. */
export const COMMAND_TEMPLATE_RULES = {
  faults: (document: JsonObject) => faultsOf(commandTemplateProblems(document)),
};

/** A template of texts holds one. What it says is tried when it is rendered. */
export const JINJA_TEMPLATE_RULES = {
  faults: ({ template }: JsonObject): readonly Fault[] =>
    typeof template === 'string'
      ? []
      : [{ pointer: '#/template', detail: 'must be the text of a template' }],
};

function faultsOf(problems: readonly TemplateProblem[]): readonly Fault[] {
  const errors = problems.filter(({ severity }) => severity === 'error');
  return errors.map(({ pointer, detail }) => ({ pointer, detail }));
}

import { type Fault } from '../../../kernel/app-error.js';
import { type JsonObject } from '../../../kernel/json.js';
import {
  analyticTemplateProblems,
  commandTemplateProblems,
  type TemplateProblem,
} from '../../../cores/command-templates/template-problems.js';

/** A template whose patterns cannot run is refused; what only fails its own rules is a warning. */
export const ANALYTIC_TEMPLATE_RULES = {
  faults: (document: JsonObject) => faultsOf(analyticTemplateProblems(document)),
  warnings: (document: JsonObject) => warningsOf(analyticTemplateProblems(document)),
};

/** Real templates hold patterns of other engines: they are kept, and what will become of them is told. */
export const COMMAND_TEMPLATE_RULES = {
  faults: (document: JsonObject) => faultsOf(commandTemplateProblems(document)),
  warnings: (document: JsonObject) => warningsOf(commandTemplateProblems(document)),
};

function warningsOf(problems: readonly TemplateProblem[]): readonly string[] {
  const warnings = problems.filter(({ severity }) => severity === 'warning');
  return warnings.map(({ pointer, detail }) => `${pointer} ${detail}`);
}

function faultsOf(problems: readonly TemplateProblem[]): readonly Fault[] {
  const errors = problems.filter(({ severity }) => severity === 'error');
  return errors.map(({ pointer, detail }) => ({ pointer, detail }));
}

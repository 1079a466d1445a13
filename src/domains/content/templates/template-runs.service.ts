import { Injectable } from '@nestjs/common';
import { type AppError, invalidInput } from '../../../kernel/app-error.js';
import { jsonPointer } from '../../../kernel/json-pointer.js';
import { type JsonObject } from '../../../kernel/json.js';
import { type Principal } from '../../../kernel/principal.js';
import { shownContent } from '../records/exported-content.js';
import { type AnalyticRun, runAnalyticTemplate } from './evaluation/analytic-template.js';
import { type CommandEvaluation, evaluateCommandTemplate } from './evaluation/command-template.js';
import { type MissingVariable } from './evaluation/ready-pair.js';
import { type Variables } from './evaluation/variables.js';
import { TemplateVerdictsService } from './results/template-verdicts.service.js';
import { TemplateJudge } from './template-judge.service.js';
import { TemplatesService } from './templates.service.js';

/** What an analytic template is run on. */
export interface AnalyticRequest extends Omit<AnalyticRun, 'template'> {
  /** Name of the template; its id does as well. */
  readonly template: string;
  /** Keep the verdict. */
  readonly store: boolean;
}

/** What a command template is evaluated on. */
export interface CommandRequest {
  readonly template: string;
  readonly results: readonly unknown[];
  readonly variables: Variables;
}

/** Missing variables that are named; a caller who gives none at all needs no list of thousands. */
const MISSING_MAX = 100;

/** Judges outputs by stored templates. Nothing is sent to any device. */
@Injectable()
export class TemplateRunsService {
  constructor(
    private readonly templates: TemplatesService,
    private readonly judge: TemplateJudge,
    private readonly verdicts: TemplateVerdictsService,
  ) {}

  /**
   * The template with its verdicts; where it is kept, with `verdictId`.
   * @throws AppError `not-found`; `invalid-input` for missing variables and for too many outputs.
   */
  async runAnalytic(request: AnalyticRequest, principal: Principal): Promise<JsonObject> {
    const kind = 'mop-analytic-template';
    const record = await this.templates.get(kind, request.template);
    const template = shownContent(kind, record);
    const outcome = await this.judge.judge(runAnalyticTemplate({ ...request, template }));
    if (outcome.kind === 'missing') throw missingVariables(outcome.missing);
    if (outcome.kind === 'too-many')
      throw invalidInput([{ pointer: '#/pre', detail: outcome.detail }]);
    if (!request.store) return outcome.template;
    const { _id } = await this.verdicts.keep(record, outcome.template, principal);
    return { ...outcome.template, verdictId: _id };
  }

  /**
   * Results of the template's commands, as a run of it on devices would answer them.
   * @throws AppError `not-found`; `invalid-input` for too many outputs.
   */
  async evaluateCommands({ template, ...rest }: CommandRequest): Promise<JsonObject> {
    const { document } = await this.templates.get('mop-template', template);
    return this.evaluateDocument({ ...rest, template: document });
  }

  /** The same of a template that need not be stored. @throws AppError `invalid-input` for too many outputs. */
  async evaluateDocument(request: CommandEvaluation): Promise<JsonObject> {
    const outcome = await this.judge.judge(evaluateCommandTemplate(request));
    if (outcome.kind === 'judged') return outcome.answer;
    throw invalidInput([{ pointer: '#/results', detail: outcome.detail }]);
  }
}

function missingVariables(missing: readonly MissingVariable[]): AppError {
  const named = missing.slice(0, MISSING_MAX).map(({ name, detail, usedAt }) => ({
    pointer: jsonPointer(['variables', name]),
    detail: `variable '${name.slice(0, MISSING_MAX)}' ${detail}; used in ${usedAt.join('/')}`,
  }));
  return invalidInput(named);
}

import { cutText } from '../../../kernel/cut-text.js';
import { Injectable } from '@nestjs/common';
import { Clock } from '../../../kernel/clock.js';
import { type AppError, invalidInput } from '../../../kernel/app-error.js';
import { jsonPointer } from '../../../kernel/json-pointer.js';
import { type JsonObject } from '../../../kernel/json.js';
import { type Principal } from '../../../kernel/principal.js';
import { bytesInTurns, readInTurns } from '../../../api/http/json-in-turns.js';
import { type WorkerCaller, WORKERS } from '../../../platform/workers/worker-pool.js';
import { type WorkerTask, workerTask } from '../../../platform/workers/worker-task.js';
import { shownContent } from '../records/exported-content.js';
import {
  type AnalyticOutcome,
  type AnalyticRun,
  runAnalyticTemplate,
} from '../../../cores/command-templates/analytic-template.js';
import { type evaluateInThread, type runInThread } from './evaluate-in-thread.js';
import {
  type CommandEvaluation,
  type CommandOutcome,
  evaluateCommandTemplate,
} from '../../../cores/command-templates/command-template.js';
import { type MissingVariable } from '../../../cores/command-templates/ready-pair.js';
import { takesLong } from '../../../cores/command-templates/long-work.js';
import { type Variables } from '../../../cores/command-templates/variables.js';
import { TemplateVerdictsService } from './results/template-verdicts.service.js';
import { evaluateInTurns } from './evaluate-in-turns.js';
import { TemplatesService } from './templates.service.js';
import { programFile } from '../../../platform/config/program-file.js';

/** What an analytic template is run on. */
export interface AnalyticRequest extends Omit<AnalyticRun, 'template'> {
  /** Name of the template; its id does as well. */
  readonly template: string;
  /** Keep the verdict. */
  readonly store: boolean;
  /** Who is counted for it; when absent, whoever asks. */
  readonly caller?: WorkerCaller;
}

/** What a command template is evaluated on. */
export interface CommandRequest {
  readonly template: string;
  readonly results: readonly unknown[];
  readonly variables: Variables;
}

const THREAD_FILE = programFile('domains/content/templates/evaluate-in-thread.js');
const EVALUATE = workerTask<typeof evaluateInThread>(THREAD_FILE, 'evaluateInThread');
const RUN = workerTask<typeof runInThread>(THREAD_FILE, 'runInThread');
/** Missing variables that are named; a caller who gives none at all needs no list of thousands. */
const MISSING_MAX = 100;

/** Judges outputs by stored templates. Nothing is sent to any device. */
@Injectable()
export class TemplateRunsService {
  constructor(
    private readonly templates: TemplatesService,
    private readonly clock: Clock,
    private readonly verdicts: TemplateVerdictsService,
  ) {}

  /**
   * The template with its verdicts; where it is kept, with `verdictId`.
   * @throws AppError `not-found`; `invalid-input` for missing variables and for too many outputs; as
   *   `WorkerPool.run`.
   */
  async runAnalytic(
    { caller, ...request }: AnalyticRequest,
    principal: Principal,
  ): Promise<JsonObject> {
    const kind = 'mop-analytic-template';
    const record = await this.templates.get(kind, request.template);
    const run = { ...request, template: shownContent(kind, record) };
    const outcome = await this.analyticOutcome(run, caller ?? principal.id);
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
  async evaluateCommands(
    { template, ...rest }: CommandRequest,
    principal: Principal,
  ): Promise<JsonObject> {
    const { document } = await this.templates.get('mop-template', template);
    return this.evaluateDocument({ ...rest, template: document }, principal.id);
  }

  /**
   * The same of a template that need not be stored.
   * @throws AppError `invalid-input` for too many outputs; as `WorkerPool.run`.
   */
  async evaluateDocument(
    request: CommandEvaluation,
    caller: string | WorkerCaller,
  ): Promise<JsonObject> {
    const { template, variables, results } = request;
    const outcome: CommandOutcome = takesLong(template, variables, results)
      ? await apart(EVALUATE, request, caller)
      : await evaluateInTurns(evaluateCommandTemplate(request), this.clock);
    if (outcome.kind === 'judged') return outcome.answer;
    throw invalidInput([{ pointer: '#/results', detail: outcome.detail }]);
  }

  private async analyticOutcome(
    run: AnalyticRun,
    caller: string | WorkerCaller,
  ): Promise<AnalyticOutcome> {
    const { template, variables, pre, post } = run;
    if (takesLong(template, variables, [...pre, ...post])) return apart(RUN, run, caller);
    return evaluateInTurns(runAnalyticTemplate(run), this.clock);
  }
}

/** What a thread makes of a request; both travel as JSON. */
async function apart<T>(
  task: WorkerTask<Uint8Array, Uint8Array>,
  request: object,
  caller: string | WorkerCaller,
): Promise<T> {
  const outcome = await WORKERS.run(task, await bytesInTurns(request), caller);
  // The thread has written it in this shape.
  return (await readInTurns(outcome)) as T;
}

function missingVariables(missing: readonly MissingVariable[]): AppError {
  const named = missing.slice(0, MISSING_MAX).map(({ name, detail, usedAt }) => ({
    pointer: jsonPointer(['variables', name]),
    detail: `variable '${cutText(name, MISSING_MAX)}' ${detail}; used in ${usedAt.join('/')}`,
  }));
  return invalidInput(named);
}

import { Injectable } from '@nestjs/common';
import { foldText } from '../../../kernel/folded-text.js';
import { AdaptersService } from '../../adapters/records/adapters.service.js';
import {
  IntegrationOperationsService,
  type KnownOperations,
  type OperationsOfModel,
} from '../../integrations/calls/integration-operations.service.js';
import {
  type AdapterTask,
  adapterTasksOf,
  GENERIC_METHODS,
} from '../../../cores/workflow-graph/adapter-tasks.js';
import { didYouMean, namesByWords } from '../../../cores/workflow-graph/nearest-name.js';
import { type BatchDocument, type BrokenReference, type Referrer } from './broken-reference.js';

/** Different adapters and integrations that are looked for at once. */
const TARGETS_MAX = 200;
/** Tasks for which operations of like names are looked for; each takes a look at all of them. */
const SUGGESTIONS_MAX = 20;
const OPERATIONS_SHOWN_MAX = 3;

/** What there is of what tasks call. */
interface Callable extends KnownOperations {
  readonly adapters: ReadonlySet<string>;
  readonly integrations: ReadonlyMap<string, OperationsOfModel | null>;
  /** Targets that were looked for. */
  readonly targets: ReadonlySet<string>;
}

type Suggest = (task: AdapterTask) => string;

/** Judges tasks of adapters: whether there is the adapter or the integration, and the operation. */
@Injectable()
export class AdapterReferenceValidatorService {
  constructor(
    private readonly adapters: AdaptersService,
    private readonly operations: IntegrationOperationsService,
  ) {}

  /** What tasks of each of the documents call in vain, in their order. */
  async validate(
    referrers: readonly Referrer[],
    along: readonly BatchDocument[],
  ): Promise<readonly (readonly BrokenReference[])[]> {
    const isJudged = judgedBeside(along);
    const tasks = referrers.map(({ document }) => adapterTasksOf(document).filter(isJudged));
    const all = tasks.flat();
    if (all.length === 0) return tasks.map(() => []);
    const callable = await this.callableOf(all);
    const suggest = suggestionsFrom(callable);
    return tasks.map((some) => some.flatMap((task) => brokenOf(task, callable, suggest)));
  }

  private async callableOf(tasks: readonly AdapterTask[]): Promise<Callable> {
    const named = tasks.map(({ target }) => target).filter((target) => target !== '');
    const targets = [...new Set(named)].slice(0, TARGETS_MAX);
    const [adapters, integrations, known] = await Promise.all([
      this.adapters.present(targets),
      this.operations.ofIntegrations(targets),
      this.operations.ofModels(),
    ]);
    return { adapters, integrations, targets: new Set(targets), ...known };
  }
}

/** What calls something that comes along is not judged: its operations are not known yet. */
function judgedBeside(along: readonly BatchDocument[]): (task: AdapterTask) => boolean {
  const coming = along.filter(({ type }) => type === 'integration');
  const names = new Set(coming.map(({ name }) => foldText(name)));
  const models = along.some(({ type }) => type === 'integration-model');
  return ({ target }) => (target === '' ? !models : !names.has(foldText(target)));
}

/** The operations of models whose names come nearest to what a task calls, for the first tasks that ask. */
function suggestionsFrom({ integrations, models }: Callable): Suggest {
  const byWords = models.map(({ model, operations }) => ({
    model,
    near: namesByWords(operations),
  }));
  let asked = 0;
  return ({ operation, target }) => {
    asked += 1;
    if (asked > SUGGESTIONS_MAX || GENERIC_METHODS.has(operation)) return '';
    const own = target === '' ? undefined : integrations.get(foldText(target));
    if (own) return ofModel(operation, own);
    const near = byWords.flatMap(({ model, near: of }) =>
      of(operation, OPERATIONS_SHOWN_MAX).map((name) => `'${name}' of '${model}'`),
    );
    const shown = near.slice(0, OPERATIONS_SHOWN_MAX).join(', ');
    return shown === '' ? '' : `; models have ${shown}`;
  };
}

function ofModel(operation: string, { operations }: OperationsOfModel): string {
  const [near] = namesByWords(operations)(operation, 1);
  return near === undefined ? didYouMean(operation, operations) : `; did you mean '${near}'?`;
}

function brokenOf(
  task: AdapterTask,
  callable: Callable,
  suggest: Suggest,
): readonly BrokenReference[] {
  const fault = task.target === '' ? unnamedFault(task, callable) : namedFault(task, callable);
  return fault ? [{ ...fault, what: fault.what + suggest(task) }] : [];
}

/** Whatever integration the job will name, one of the models must have the operation. */
function unnamedFault(
  { id, operation }: AdapterTask,
  { models, isComplete }: Callable,
): BrokenReference | undefined {
  const isThere = models.some(({ operations }) => operations.has(operation));
  if (GENERIC_METHODS.has(operation) || isThere || !isComplete) return undefined;
  const what = `operation '${operation}', which no model of integrations has`;
  return { code: 'operation-missing', path: ['tasks', id, 'name'], what };
}

/** Undefined for a task that can run, and for one that nobody looked up. */
function namedFault(
  { id, operation, target }: AdapterTask,
  { adapters, integrations, targets }: Callable,
): BrokenReference | undefined {
  if (!targets.has(target)) return undefined;
  const isGeneric = GENERIC_METHODS.has(operation);
  const own = integrations.get(foldText(target));
  if (isGeneric ? !adapters.has(target) : own === undefined) {
    const path = ['tasks', id, 'variables', 'incoming', 'adapter_id'];
    const what = `${isGeneric ? 'adapter' : 'integration'} '${target}', which is not here`;
    return { code: 'document-missing', path, what };
  }
  if (isGeneric || !own || own.operations.has(operation)) return undefined;
  const what = `operation '${operation}' of integration '${target}', which its model has not`;
  return { code: 'operation-missing', path: ['tasks', id, 'name'], what };
}

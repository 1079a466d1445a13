import { type JsonObject, type JsonValue } from '../../../kernel/json.js';
import { listOf, objectOf, ownObject, ownValue, textOf } from '../../../kernel/json-reading.js';
import { isSystemActor } from '../../workflow-graph/system-actor.js';
import { END, START, type WorkflowTask } from '../../workflow-graph/workflow-graph.js';
import { FINISH_STATES } from '../finish-state.js';
import { type PlannedTask, type RetrySettings, type TaskKind, WAITING_TASKS } from '../plan.js';
import { type PureTaskLookup } from '../pure-task.js';
import { compileInputs } from './compile-inputs.js';
import { decoratedPointers, readTarget } from './references.js';
import { secretMembers, type SecretNames } from './secret-marks.js';

/** Tasks that change the job variable whose name they are told, and put it out. */
const SETTERS: ReadonlySet<string> = new Set(['newVariable', 'push', 'pop', 'shift']);

/** What a task is compiled with. */
export interface TaskCompiling {
  readonly isInline: PureTaskLookup;
  readonly isSecretName: SecretNames;
  readonly places: ReadonlyMap<string, number>;
  /** Of the whole workflow: what a task writes into one of them is secret in the task as well. */
  readonly secretVariables: ReadonlySet<string>;
}

/** What a task says by itself, without the edges around it. */
export type TaskAlone = Omit<PlannedTask, 'ins' | 'inStates' | 'edges' | 'body' | 'owner'>;

/** Compiles one task. What a draft may lack is empty here: drafts are never started. */
export function compileTask(task: WorkflowTask, at: number, compiling: TaskCompiling): TaskAlone {
  const { id, name, app, document } = task;
  const { places, isSecretName } = compiling;
  const errorVariable = readTarget(task.error);
  const outputs = outputsOf(task);
  const variables = ownObject(document, 'variables');
  const withPointer = new Set(decoratedPointers(ownValue(variables, 'decorators'), 'query'));
  const location = textOf(ownValue(document, 'location'));
  return {
    at,
    id,
    name,
    app,
    location,
    kind: kindOf(task, location, compiling.isInline),
    actor: actorOf(task.actor, places),
    inputs: compileInputs(name, task.incoming, { places, withPointer }),
    secretInputs: secretMembers(variables, 'incoming', isSecretName),
    secretOutputs: new Set([
      ...secretMembers(variables, 'outgoing', isSecretName),
      ...keptSecret(task, outputs, compiling),
    ]),
    secretError: errorVariable !== null && compiling.secretVariables.has(errorVariable),
    outputs,
    errorVariable,
    retry: retryOf(ownValue(document, 'retrySettings')),
    slaMs: numberOf(ownValue(document, 'sla')),
    document,
  };
}

function outputsOf({ outgoing }: WorkflowTask): PlannedTask['outputs'] {
  return Object.entries(outgoing).map(([output, to]) => [output, readTarget(to)]);
}

/** Outputs that become secret variables: by their names, or because that is all the task is for. */
function keptSecret(
  { name, incoming }: WorkflowTask,
  outputs: PlannedTask['outputs'],
  { secretVariables }: TaskCompiling,
): readonly string[] {
  const named = ['name', 'job_variable'].map((input) => textOf(ownValue(incoming, input)));
  const isAll = SETTERS.has(name) && named.some((variable) => secretVariables.has(variable));
  return outputs
    .filter(([, variable]) => isAll || (variable !== null && secretVariables.has(variable)))
    .map(([output]) => output);
}

function kindOf(
  { id, name, app, type }: WorkflowTask,
  location: string,
  isInline: PureTaskLookup,
): TaskKind {
  if (id === START) return 'start';
  if (id === END) return 'end';
  if (type === 'manual') return 'manual';
  // Methods of adapters may bear any name.
  if (location === 'Adapter') return 'dispatched';
  if (WAITING_TASKS.some((known) => known === name)) return 'wait';
  return isInline(app, name) ? 'inline' : 'dispatched';
}

function actorOf(
  actor: JsonValue | undefined,
  places: ReadonlyMap<string, number>,
): 'system' | 'job' | number {
  if (actor === 'job') return 'job';
  return isSystemActor(actor) ? 'system' : (places.get(textOf(actor)) ?? 'system');
}

function retryOf(settings: JsonValue | undefined): RetrySettings | null {
  const object = objectOf(settings);
  const limit = numberOf(ownValue(object, 'limit'));
  if (ownValue(object, 'autoRetry') !== true || limit <= 0) return null;
  const state = ownValue(object, 'state');
  const named = typeof state === 'string' ? [state] : listOf(state);
  const states = FINISH_STATES.filter((known) => named.includes(known));
  return states.length === 0
    ? null
    : { states, limit, delayMs: Math.max(0, numberOf(ownValue(object, 'delay'))) };
}

/** A number, also where the document gives it as text; 0 for anything else. */
function numberOf(value: JsonValue | undefined): number {
  const number = typeof value === 'string' && value.trim() !== '' ? Number(value) : value;
  return typeof number === 'number' && Number.isFinite(number) ? number : 0;
}

/** Members of the document that are no task of their own account. */
export function writtenVariables({
  outgoing,
  error,
}: {
  outgoing: JsonObject;
  error: string;
}): string[] {
  return [...Object.values(outgoing), error]
    .map((target) => readTarget(target))
    .filter((name) => name !== null);
}

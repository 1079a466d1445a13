import { type JsonObject, type JsonValue } from '#kernel/json.js';
import { ownValue } from '#kernel/json-reading.js';
import { type TaskInput } from '#cores/engine/pure-task.js';
import { fault, neededText, objectIn, textIn } from '../devices/device-input.js';

const DATASTORE = '/restconf/data';

/** What a task asks to be saved, as operation 18 takes it. */
export interface InstancesIn {
  readonly instance: JsonObject;
  readonly options: JsonObject;
  readonly path: string | undefined;
}

/** @throws AppError `invalid-input` where there are no instances. */
export function instancesIn(input: TaskInput): InstancesIn {
  const given = ['instance', 'instances'].find((name) => isGiven(ownValue(input, name)));
  const list = given === undefined ? null : (ownValue(input, given) ?? null);
  if (given === undefined) throw fault('instance', 'must hold at least one instance');
  const adapterId = adapterIn(input);
  return {
    instance: Array.isArray(list) ? { servicePath: list } : objectIn(input, given),
    options: { ...(adapterId !== undefined && { adapterId }), ...objectIn(input, 'options') },
    path: pathIn(input),
  };
}

/** The adapter that a task names; undefined for none. */
export function adapterIn(input: TaskInput): string | undefined {
  const named = textIn(input, 'adapterId', 'adapter_id');
  return named === '' ? undefined : named;
}

/** Where an instance or an action lies, below the base of the adapter; with `keys`, the entry of a list. */
export function resourceIn(input: TaskInput): string {
  const path = neededText(input, 'path', 'servicePath');
  const keys = keysIn(ownValue(input, 'keys') ?? null).map(encodeURIComponent);
  const whole = keys.length === 0 ? path : `${path}=${keys.join(',')}`;
  if (whole.startsWith('/restconf/')) return whole;
  return `${DATASTORE}${whole.startsWith('/') ? '' : '/'}${whole}`;
}

/** The input of an action as RESTCONF wants it: below the name of the module that the path ends in. */
export function actionBody(path: string, input: JsonObject): JsonObject {
  const names = Object.keys(input);
  if (names.length === 0 || names.some((name) => /^(?:[^:]*:)?input$/.test(name))) return input;
  const modules = path.split('/').flatMap((step) => /^([^:=]+):/.exec(step)?.[1] ?? []);
  return { [`${modules.at(-1) ?? ''}:input`]: input };
}

function pathIn(input: TaskInput): string | undefined {
  const path = textIn(input, 'path', 'servicePath');
  return path === '' ? undefined : path;
}

function keysIn(given: JsonValue): readonly string[] {
  if (given === null || given === '') return [];
  const list = Array.isArray(given) ? given : [given];
  if (list.every((one) => typeof one === 'string' || typeof one === 'number'))
    return list.map(String);
  throw fault('keys', 'must be the values of the keys, in the order of the model');
}

function isGiven(value: JsonValue | undefined): boolean {
  return value !== undefined && value !== null && value !== '';
}

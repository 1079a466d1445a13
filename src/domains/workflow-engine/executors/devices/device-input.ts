import { isJsonObject, type JsonObject, type JsonValue } from '#kernel/json.js';
import { invalidInput } from '#kernel/app-error.js';
import { ownValue } from '#kernel/json-reading.js';
import { type TaskInput } from '#cores/engine/pure-task.js';

const NAMES_MAX = 10_000;

/** The text of an input. @throws AppError `invalid-input` where there is none. */
export function neededText(input: TaskInput, ...names: readonly string[]): string {
  const text = textIn(input, ...names);
  if (text !== undefined && text !== '') return text;
  throw fault(names[0] ?? '', 'must be a text that is not empty');
}

/** The first text of inputs of these names; undefined for none. */
export function textIn(input: TaskInput, ...names: readonly string[]): string | undefined {
  for (const name of names) {
    const value = ownValue(input, name);
    if (typeof value === 'string') return value;
  }
  return undefined;
}

/** An input that is an object, or the text of one; nothing is an empty one. @throws AppError `invalid-input` */
export function objectIn(input: TaskInput, name: string): JsonObject {
  const given = ownValue(input, name) ?? '';
  const value = typeof given === 'string' ? parsed(given, name) : given;
  if (isJsonObject(value)) return value;
  throw fault(name, 'must be an object');
}

function parsed(text: string, name: string): JsonValue {
  if (text.trim() === '') return {};
  try {
    return JSON.parse(text) as JsonValue;
  } catch {
    throw fault(name, 'must be an object');
  }
}

/** The devices that a task names: one by a text, or several by a list of names or of devices. */
export interface NamedDevices {
  readonly names: readonly string[];
  readonly isOne: boolean;
}

/** @throws AppError `invalid-input` where no device is named. */
export function devicesIn(input: TaskInput): NamedDevices {
  const given =
    ['devices', 'device', 'name'].map((name) => ownValue(input, name)).find(isGiven) ?? null;
  const list = Array.isArray(given) ? given : [given];
  if (list.length > NAMES_MAX) throw fault('devices', `must not name more than ${NAMES_MAX}`);
  const names = list.map((one) => (isJsonObject(one) ? (ownValue(one, 'name') ?? null) : one));
  const texts = names.filter((one) => typeof one === 'string' && one !== '') as string[];
  if (texts.length !== names.length) throw fault('devices', 'must be names of devices');
  return { names: texts, isOne: !Array.isArray(given) };
}

function isGiven(value: JsonValue | undefined): boolean {
  return value !== undefined && value !== null && value !== '';
}

/** What is wrong with an input, by its name. Its value is never said. */
export function fault(name: string, detail: string): Error {
  return invalidInput([{ pointer: `#/${name}`, detail }]);
}

import { cutText } from '../../kernel/cut-text.js';
import { isJsonObject, type JsonObject, type JsonValue } from '../../kernel/json.js';
import { ownValue } from '../../kernel/json-reading.js';
import { RunStop } from '../transformations/run-stop.js';
import { type PureTask, type TaskInput } from '../engine/pure-task.js';
import { outcomeOf } from './task-row.js';
import { TaskMeter } from './task-meter.js';

const OPENING = '<!';
const CLOSING = '!>';

/** Puts values into a text at `<!name!>` and reads the text as a type. Names without a value stay. */
export const MAKE_DATA: PureTask = {
  run: (input, { spend }) => {
    const meter = new TaskMeter(spend);
    const given = ownValue(input, 'input') ?? null;
    const text = typeof given === 'string' ? given : JSON.stringify(given);
    // What goes into the texts of a document must stay within them.
    const encode = typeof given === 'string' ? plain : escaped;
    const filled = substituted(text, variablesIn(input), encode, meter);
    return outcomeOf(cast(filled, ownValue(input, 'outputType') ?? ''), meter);
  },
};

/** @throws RunStop `out-of-memory` */
function substituted(
  text: string,
  variables: JsonObject,
  encode: (value: JsonValue) => string,
  meter: TaskMeter,
): string {
  const [start = '', ...rest] = text.split(OPENING);
  const parts = rest.map((part) => {
    const end = part.indexOf(CLOSING);
    const value = end < 0 ? undefined : ownValue(variables, part.slice(0, end).trim());
    if (value === undefined) return OPENING + part;
    const made = encode(value);
    meter.text(made.length);
    return made + part.slice(end + CLOSING.length);
  });
  meter.text(text.length);
  return start + parts.join('');
}

function plain(value: JsonValue): string {
  return typeof value === 'string' ? value : JSON.stringify(value);
}

function escaped(value: JsonValue): string {
  return typeof value === 'string' ? JSON.stringify(value).slice(1, -1) : JSON.stringify(value);
}

/** An empty text is no variables at all; a text can also be an object of them. */
function variablesIn(input: TaskInput): JsonObject {
  const given = ownValue(input, 'variables') ?? '';
  if (given === '') return {};
  const variables = typeof given === 'string' ? parsed(given, 'variables') : given;
  if (isJsonObject(variables)) return variables;
  throw new RunStop('wrong-type', "'variables' must be an object");
}

function cast(text: string, type: JsonValue): JsonValue {
  const name = typeof type === 'string' && type !== '' ? type : 'string';
  const to = Object.hasOwn(CASTS, name) ? CASTS[name] : undefined;
  if (!to) throw new RunStop('wrong-argument', `'${cutText(name, 60)}' is no type of data`);
  return to(text);
}

const CASTS: Readonly<Record<string, (text: string) => JsonValue>> = {
  string: (text) => text,
  json: (text) => parsed(text, 'input'),
  object: (text) => {
    const value = parsed(text, 'input');
    return isJsonObject(value) ? value : refuse('an object');
  },
  array: (text) => {
    const value = parsed(text, 'input');
    return Array.isArray(value) ? value : refuse('an array');
  },
  number: (text) => {
    const value = text.trim() === '' ? NaN : Number(text);
    return Number.isFinite(value) ? value : refuse('a number');
  },
  boolean: (text) => {
    const word = text.trim().toLowerCase();
    return word === 'true' || word === 'false' ? word === 'true' : refuse('true or false');
  },
};

function refuse(wanted: string): never {
  throw new RunStop('wrong-argument', `what was made is not ${wanted}`);
}

function parsed(text: string, what: string): JsonValue {
  try {
    return JSON.parse(text) as JsonValue;
  } catch {
    throw new RunStop('wrong-argument', `'${what}' is no JSON`);
  }
}

import { parse } from 'csv-parse/sync';
import { JSON_METHODS } from '../transformations/methods/json-methods.js';
import { type Method, type MethodCall } from '../transformations/method-call.js';
import { toJson } from '../transformations/to-json.js';
import { isObject, isUnsafeKey, memberOf, type Value } from '../transformations/value.js';
import { compileSchemaNow } from '../json-schema/json-schema.js';
import { methodOf, type TaskRow, type TaskTable } from './task-row.js';

const native = (name: string): Method => methodOf(JSON_METHODS, name);
/** Reading a text costs one step for so many characters. */
const READ_PER_STEP = 64;

const STRINGIFY: TaskRow = {
  args: ['value', 'replacer?', 'space?'],
  output: 'stringified',
  run: native('stringify'),
};
const CSV: TaskRow = {
  args: ['csvString|csvStr|csvText|csv|text|str|input', 'options?'],
  output: 'jsonData',
  run: csvRows,
};

/** What reads and writes formats. */
export const TOOL_TASKS: TaskTable = {
  asciiToBase64: {
    args: ['asciiString|ascii|text|str|input|data'],
    output: 'base64String',
    run: (call) => encoded(call, 'latin1', 'base64'),
  },
  base64ToAscii: {
    args: ['base64String|base64|text|str|input|data'],
    output: 'asciiString',
    run: (call) => encoded(call, 'base64', 'latin1'),
  },
  csvStringToJSON: CSV,
  csvStringToJson: CSV,
  objectToString: STRINGIFY,
  parse: { args: ['text'], output: 'textObject', run: native('parse') },
  stringify: STRINGIFY,
  validateJsonSchema: { args: ['jsonData', 'schema'], output: 'result', run: validated },
};

/** Characters beyond one byte have no ASCII: they count as the bytes of UTF-8. */
function encoded(call: MethodCall, from: BufferEncoding, to: BufferEncoding): string {
  const text = call.text(0);
  call.meter.text(text.length * 2);
  const isWide = from === 'latin1' && /[^\0-\u00ff]/.test(text);
  return Buffer.from(text, isWide ? 'utf8' : from).toString(to);
}

/** Rows as objects by the names in the first row; with `headers: false` as lists. @throws RunStop */
function csvRows(call: MethodCall): Value {
  const text = call.text(0);
  call.meter.spend(text.length / READ_PER_STEP);
  call.meter.text(text.length * 2);
  const delimiter = optionOf(call, 'delimiter');
  const rows = readCsv(call, text, typeof delimiter === 'string' ? delimiter : ',');
  if (optionOf(call, 'headers') === false) return rows;
  const [names = [], ...records] = rows;
  if (names.some(isUnsafeKey)) call.fail('a column has a name that is no key for data');
  return records.map((record) => {
    call.meter.object(names.length);
    return Object.fromEntries(names.map((name, at) => [name, record[at] ?? '']));
  });
}

function readCsv(call: MethodCall, text: string, delimiter: string): string[][] {
  try {
    return parse(text, {
      bom: true,
      delimiter,
      relax_column_count: true,
      relax_quotes: true,
      skip_empty_lines: true,
    });
  } catch (error) {
    return call.fail(`the text is no CSV: ${error instanceof Error ? error.message : ''}`);
  }
}

function optionOf(call: MethodCall, name: string): Value {
  const options = call.args[1];
  return isObject(options) ? memberOf(options, name) : undefined;
}

/** Whether data is as a schema says, and what is not. */
function validated(call: MethodCall): Value {
  const schema = toJson(call.args[1], call.meter);
  if (schema === undefined) return call.wrongType(1, 'a JSON Schema');
  const compiled = compileSchemaNow(schema);
  if (compiled.kind === 'refused') return call.fail(`the schema ${compiled.detail}`);
  const data = toJson(call.args[0], call.meter);
  const errors = compiled.validate(data).map(({ pointer, detail }) => ({ pointer, detail }));
  return { valid: errors.length === 0, errors };
}

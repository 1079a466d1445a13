import { textOf } from '../coerce.js';
import { type MethodCall, type MethodTable } from '../method-call.js';
import { toJson } from '../to-json.js';
import { isList, type Value } from '../value.js';

const INDENT_MAX = 10;
/** A text of JSON weighs less than this when it has become values, per character. */
const BYTES_PER_CHARACTER = 8;

/** JSON as text. */
export const JSON_METHODS: MethodTable = {
  parse: (call) => parsedJson(call, call.anyText(0)),
  stringify: stringified,
  'type of': ({ args }) => typeof args[0],
};

/** @throws RunStop `wrong-argument` for what is no JSON. */
export function parsedJson(call: MethodCall, text: string): Value {
  call.meter.text(text.length * BYTES_PER_CHARACTER);
  try {
    return JSON.parse(text) as Value;
  } catch {
    return call.fail('the text is no JSON');
  }
}

/** The second argument names the members to write, the third how far to indent. */
function stringified(call: MethodCall): Value {
  const json = toJson(call.args[0], call.meter);
  if (json === undefined) return undefined;
  const only = call.args[1];
  const names = isList(only) ? only.map((name) => textOf(name, call.meter)) : null;
  const plain = JSON.stringify(json, names);
  call.meter.text(plain.length);
  if (!call.isGiven(2)) return plain;
  const indent = typeof call.args[2] === 'number' ? call.args[2] : call.anyText(2);
  const width = typeof indent === 'number' ? indent : indent.length;
  call.meter.text(indented(plain) * Math.min(INDENT_MAX, width));
  return JSON.stringify(json, names, indent);
}

/** How many times a text of JSON is indented by one level, at most. */
function indented(json: string): number {
  let depth = 0;
  let count = 0;
  // Signs in texts count too: the result is an upper bound wherever they open more than they close.
  for (const [sign] of json.matchAll(/[{}[\],]/g)) {
    if (sign === '{' || sign === '[') depth += 1;
    else if (sign !== ',') depth = Math.max(0, depth - 1);
    if (sign !== '}' && sign !== ']') count += depth;
  }
  return count;
}

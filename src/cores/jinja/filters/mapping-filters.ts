import { type CallArgs } from '../call-args.js';
import { copyOf, entriesOf, pairsOf } from '../methods/dict-methods.js';
import { attributeOf, pathOf } from '../values/attributes.js';
import { jsonText } from '../values/json-text.js';
import { elementsOf, isDict, isTrue, keyOf, kindOf } from '../values/kinds.js';
import { Missing } from '../values/missing.js';
import { textOf } from '../values/printing.js';
import { type Dict, fromJson, type Value } from '../values/value.js';
import { type JsonValue } from '../../../kernel/json.js';
import { type Filter, type Filters, type Tools } from './filter.js';
import { present } from './text-filters.js';

/** Filters of mappings, of any value, and of JSON. */
export const MAPPING_FILTERS: Filters = new Map<string, Filter>([
  ['default', fallback],
  ['d', fallback],
  ['mandatory', (value) => present(value)],
  ['attr', (value, args) => attributeOf(value, args.text(0, 'name'))],
  ['items', items],
  ['dict2items', dictToItems],
  ['items2dict', itemsToDict],
  ['combine', combine],
  ['ternary', (value, args) => ternary(value, args)],
  ['bool', bool],
  ['type_debug', (value) => kindOf(value)],
  ['tojson', toJsonFilter],
  [
    'to_json',
    (value, args, { meter }) =>
      jsonText(value, { indent: args.optionalInteger(0, 'indent') }, meter),
  ],
  [
    'to_nice_json',
    (value, args, { meter }) =>
      jsonText(value, { indent: args.integer(0, 'indent', 4), sorted: true }, meter),
  ],
  ['from_json', fromJsonFilter],
  ['extract', (value, args) => pathOf(args.needed(0, 'container'), value)],
]);

function fallback(value: Value, args: CallArgs): Value {
  const isUnusable = value instanceof Missing || (args.flag(1, 'boolean') && !isTrue(value));
  return isUnusable ? (args.value(0, 'default_value') ?? '') : value;
}

function items(value: Value, args: CallArgs, { meter }: Tools): Value {
  if (value instanceof Missing) return [];
  if (!isDict(value)) throw args.wrongKind(value);
  return pairsOf(value, meter);
}

function dictToItems(value: Value, args: CallArgs, { meter }: Tools): Value {
  if (!isDict(value)) throw args.wrongKind(value);
  const [key, member] = [args.text(0, 'key_name', 'key'), args.text(1, 'value_name', 'value')];
  meter.entries(value.size * 3);
  return Array.from(
    value,
    ([name, content]): Dict =>
      new Map<string, Value>([
        [key, name],
        [member, content],
      ]),
  );
}

function itemsToDict(value: Value, args: CallArgs, { meter }: Tools): Value {
  const [key, member] = [args.text(0, 'key_name', 'key'), args.text(1, 'value_name', 'value')];
  const list = elementsOf(value);
  meter.entries(list.length);
  return new Map(list.map((item) => [keyOf(attributeOf(item, key)), attributeOf(item, member)]));
}

function combine(value: Value, args: CallArgs, { meter }: Tools): Value {
  const recursive = isTrue(args.named.get('recursive') ?? null);
  return args.positional.reduce<Dict>(
    (whole, other) =>
      merged(
        whole,
        new Map(entriesOf(other, args).map(([key, member]) => [keyOf(key), member])),
        recursive,
        { meter },
      ),
    new Map(entriesOf(value, args).map(([key, member]) => [keyOf(key), member])),
  );
}

function merged(left: Dict, right: Dict, recursive: boolean, tools: Pick<Tools, 'meter'>): Dict {
  const { meter } = tools;
  const whole = copyOf(left, meter);
  meter.entries(right.size);
  for (const [key, value] of right) {
    const before = whole.get(key);
    const isDeep = recursive && before instanceof Map && isDict(value);
    whole.set(key, isDeep ? meter.deeper(() => merged(before, value, recursive, tools)) : value);
  }
  return whole;
}

function ternary(value: Value, args: CallArgs): Value {
  if (value === null && args.value(2, 'none_val') !== undefined) return args.needed(2, 'none_val');
  return isTrue(value) ? args.needed(0, 'true_val') : args.needed(1, 'false_val');
}

const TRUE_WORDS: ReadonlySet<string> = new Set(['yes', 'on', '1', 'true']);

function bool(value: Value): Value {
  return typeof value === 'string' ? TRUE_WORDS.has(value.toLowerCase()) : isTrue(value);
}

/** As the filter of the language has it: sorted, and safe within a page. */
function toJsonFilter(value: Value, args: CallArgs, { meter }: Tools): Value {
  const text = jsonText(value, { indent: args.optionalInteger(0, 'indent'), sorted: true }, meter);
  meter.text(text.length);
  return text
    .replaceAll('<', '\\u003c')
    .replaceAll('>', '\\u003e')
    .replaceAll('&', '\\u0026')
    .replaceAll("'", '\\u0027');
}

function fromJsonFilter(value: Value, args: CallArgs, { meter }: Tools): Value {
  const text = textOf(value, meter);
  meter.text(text.length * 2);
  try {
    return fromJson(JSON.parse(text) as JsonValue, meter);
  } catch (error) {
    if (error instanceof SyntaxError) throw args.fault('takes JSON');
    throw error;
  }
}

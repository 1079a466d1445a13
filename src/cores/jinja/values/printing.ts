import { type JsonValue } from '../../../kernel/json.js';
import { type Meter } from '../meter.js';
import { valueError } from '../template-error.js';
import { Float } from './float.js';
import { isDict, kindOf, missingError } from './kinds.js';
import { Members } from './members.js';
import { Missing } from './missing.js';
import { Tuple } from './tuple.js';
import { type Value } from './value.js';

/** A value as it is put out: what is missing as nothing, `True` and `None` as templates know them. */
export function textOf(value: Value, meter: Meter): string {
  if (typeof value === 'string') return value;
  return value instanceof Missing ? '' : literalOf(value, meter);
}

/** A value as it stands within a list that is put out: texts in quotes. */
function literalOf(value: Value, meter: Meter): string {
  meter.spend();
  if (typeof value === 'string') return quoted(value, meter);
  if (value === null) return 'None';
  if (typeof value === 'boolean') return value ? 'True' : 'False';
  if (typeof value === 'number') return printedNumber(value);
  if (value instanceof Float) return printedFloat(value.value);
  return objectLiteral(value, meter);
}

function objectLiteral(value: Value, meter: Meter): string {
  if (Array.isArray(value)) return listLiteral(value, meter);
  if (isDict(value)) return dictLiteral(value, meter);
  return value instanceof Missing ? 'Undefined' : `<${kindOf(value)}>`;
}

function listLiteral(value: readonly Value[], meter: Meter): string {
  const items = meter.deeper(() => value.map((item) => literalOf(item, meter)));
  if (!(value instanceof Tuple)) return joined(items, '[', ']', meter);
  return items.length === 1 ? joined(items, '(', ',)', meter) : joined(items, '(', ')', meter);
}

function dictLiteral(
  value: ReadonlyMap<string | number | boolean | null, Value>,
  meter: Meter,
): string {
  const items = meter.deeper(() =>
    [...value].map(([key, member]) => `${literalOf(key, meter)}: ${literalOf(member, meter)}`),
  );
  return joined(items, '{', '}', meter);
}

function joined(items: readonly string[], open: string, close: string, meter: Meter): string {
  const text = open + items.join(', ') + close;
  meter.text(text.length);
  return text;
}

/** In single quotes, unless it holds one and no double ones. */
function quoted(text: string, meter: Meter): string {
  meter.text(text.length);
  const quote = text.includes("'") && !text.includes('"') ? '"' : "'";
  const escaped = text
    .replaceAll('\\', '\\\\')
    .replaceAll('\n', '\\n')
    .replaceAll('\r', '\\r')
    .replaceAll('\t', '\\t');
  return quote + (quote === "'" ? escaped.replaceAll("'", "\\'") : escaped) + quote;
}

function printedNumber(value: number): string {
  return Number.isInteger(value) ? value.toFixed(0) : printedFloat(value);
}

function printedFloat(value: number): string {
  if (!Number.isFinite(value)) return Number.isNaN(value) ? 'nan' : value < 0 ? '-inf' : 'inf';
  if (Number.isInteger(value) && Math.abs(value) < 1e16) return value.toFixed(1);
  return String(value).replace(/e([+-])(\d)$/, 'e$10$2');
}

/**
 * A value as JSON.
 * @throws TemplateError for what JSON does not know.
 */
export function toJson(value: Value, meter: Meter): JsonValue {
  meter.spend();
  if (value === null || typeof value === 'string' || typeof value === 'boolean') return value;
  if (typeof value === 'number') return value;
  if (value instanceof Float) return value.value;
  if (value instanceof Missing) throw missingError(value);
  return meter.deeper(() => containerToJson(value, meter));
}

function containerToJson(value: Value, meter: Meter): JsonValue {
  if (Array.isArray(value)) {
    meter.entries(value.length);
    return Array.from(value, (item) => toJson(item, meter));
  }
  const members = value instanceof Members && value.isWritable ? value.members : value;
  if (!(members instanceof Map)) throw valueError(`a ${kindOf(value)} is no JSON`);
  meter.entries(members.size);
  const entries = [...members].map(([key, member]): [string, JsonValue] => [
    typeof key === 'string' ? key : JSON.stringify(key),
    toJson(member, meter),
  ]);
  return Object.fromEntries(entries);
}

import { foldText } from '../../kernel/folded-text.js';
import { isJsonObject, type JsonObject, type JsonValue } from '../../kernel/json.js';
import { type AttributePath } from './attribute-path.js';
import { type Compare, type Comparison, type Filter } from './filter.js';

/** Whether a resource, or one value of an attribute within brackets, meets a filter. */
export function matches(filter: Filter, resource: JsonObject): boolean {
  switch (filter.kind) {
    case 'and':
      return filter.filters.every((one) => matches(one, resource));
    case 'or':
      return filter.filters.some((one) => matches(one, resource));
    case 'not':
      return !matches(filter.filter, resource);
    case 'present':
      return valuesAt(resource, filter.path).length > 0;
    case 'some':
      return valuesAt(resource, filter.path).some(
        (value) => isJsonObject(value) && matches(filter.filter, value),
      );
    case 'compare':
      return compares(filter, valuesAt(resource, filter.path));
  }
}

/** Every value that lies at a path, lists taken apart; nothing is no value. */
export function valuesAt(resource: JsonObject, path: AttributePath): readonly JsonValue[] {
  let values: readonly JsonValue[] = [resource];
  for (const { name } of path) {
    values = values
      .flatMap((value) => (isJsonObject(value) && Object.hasOwn(value, name) ? value[name] : []))
      .filter((value): value is JsonValue => value !== undefined && value !== null && value !== '');
  }
  return values;
}

function compares({ op, value, path }: Compare, found: readonly JsonValue[]): boolean {
  if (value === null) return op === 'eq' ? found.length === 0 : op === 'ne' && found.length > 0;
  const { type, caseExact } = path.at(-1) ?? {};
  const form = (one: JsonValue): string | number => {
    const text = typeof one === 'string' ? one : JSON.stringify(one);
    if (type === 'dateTime') return Date.parse(text);
    return caseExact ? text : foldText(text);
  };
  const wanted = form(value);
  const holds = HOLDS[op === 'ne' ? 'eq' : op];
  const some = found.some((one) => holds(form(one), wanted));
  return op === 'ne' ? !some : some;
}

const HOLDS: Readonly<
  Record<Exclude<Comparison, 'ne'>, (value: string | number, wanted: string | number) => boolean>
> = {
  eq: (value, wanted) => value === wanted,
  co: (value, wanted) => String(value).includes(String(wanted)),
  sw: (value, wanted) => String(value).startsWith(String(wanted)),
  ew: (value, wanted) => String(value).endsWith(String(wanted)),
  gt: (value, wanted) => value > wanted,
  ge: (value, wanted) => value >= wanted,
  lt: (value, wanted) => value < wanted,
  le: (value, wanted) => value <= wanted,
};

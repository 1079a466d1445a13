import { isJsonObject, type JsonObject, type JsonValue } from '../../kernel/json.js';

/**
 * What a search asks for, in the words of lists: `{options: {limit, skip, sort, fields, query}, query}`.
 * `expand` and `local` say nothing of the outcome: users are always shown, and there is one place to look.
 */
export function searchLayer(body: unknown): JsonObject {
  const { options, query } = objectIn(body);
  const { fields, query: inner, ...given } = objectIn(options);
  const rest = Object.entries(given).filter(([key]) => !WITHOUT_EFFECT.has(key));
  const [within, beside] = [objectIn(inner), objectIn(query)];
  const equals = { ...within, ...beside };
  // What both speak of must be both.
  const twice = Object.entries(within).filter(([field]) => Object.hasOwn(beside, field));
  return {
    ...Object.fromEntries(rest),
    ...membersOf(fields),
    ...(Object.keys(equals).length > 0 && { equals }),
    ...(twice.length > 0 && {
      in: Object.fromEntries(twice.map(([field, value]) => [field, [value]])),
    }),
  };
}

/** Where in the body of a search stands what a list tells of as `pointer`. */
export function searchPointer(pointer: string, body: unknown): string {
  const [first = '', ...below] = pointer.slice('#/'.length).split('/');
  const [rest, [field = '']] = [below.map((part) => `/${part}`).join(''), below];
  if (first === 'include' || first === 'exclude') return '#/options/fields';
  if (first === 'in') return `#/options/query${rest}`;
  if (first !== 'equals') return `#/options/${first}${rest}`;
  const isBeside = Object.hasOwn(objectIn(objectIn(body)['query']), field);
  return `${isBeside ? '#/query' : '#/options/query'}${rest}`;
}

const WITHOUT_EFFECT: ReadonlySet<string> = new Set(['expand', 'local']);

/** `{name: 1}` shows nothing else, `{tasks: 0}` everything else. */
function membersOf(fields: JsonValue | undefined): JsonObject {
  const entries = Object.entries(objectIn(fields));
  const named = (isShown: boolean): string[] =>
    entries.filter(([, one]) => (one !== 0) === isShown).map(([name]) => name);
  const [include, exclude] = [named(true), named(false)];
  return {
    ...(include.length > 0 && { include: include.join(',') }),
    ...(exclude.length > 0 && { exclude: exclude.join(',') }),
  };
}

function objectIn(value: unknown): JsonObject {
  return isJsonObject(value) ? value : {};
}

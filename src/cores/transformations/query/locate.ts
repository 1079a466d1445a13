import { cutText } from '../../../kernel/cut-text.js';
import { textOf } from '../coerce.js';
import { type Meter } from '../meter.js';
import { isList, isObject, memberOf, type Value } from '../value.js';
import { matcherOf } from './match-conditions.js';
import { QueryFault } from './query-fault.js';
import { type Part, type Token } from './query-token.js';
import { partReader } from './run-query.js';

/** A place in a value, by the keys that lead there. */
interface Location {
  readonly path: readonly string[];
  readonly value: Value;
}

interface Looking {
  readonly read: (part: Part, item?: Value) => Value;
  readonly meter: Meter;
}

/**
 * The places that a query points at: by keys, by conditions, or all members. What has no place of its own
 * (helpers, alternatives, deep looks) points at nothing.
 * @throws QueryFault
 */
export function locate(
  tokens: readonly Token[],
  root: Value,
  meter: Meter,
): readonly (readonly string[])[] {
  const looking: Looking = { read: partReader(root, meter), meter };
  let found: readonly Location[] = [{ path: [], value: root }];
  for (const token of tokens) {
    found = found.flatMap((location) => follow(token, location, looking));
    meter.spend(found.length);
  }
  return found.map(({ path }) => path);
}

function follow(token: Token, location: Location, looking: Looking): readonly Location[] {
  const { value } = location;
  if (token.kind === 'nothing') return [location];
  if (token.kind === 'root' && token.args === undefined) return [location];
  if (token.kind === 'get') return keyed(location, textOf(looking.read(token.key), looking.meter));
  if (token.kind === 'values') return keysOf(value).map((key) => below(location, key));
  if (token.kind === 'select') return matching(token, location, looking);
  throw new QueryFault('the query points at no place');
}

function matching(
  token: Token & { readonly kind: 'select' },
  location: Location,
  looking: Looking,
): readonly Location[] {
  const { value } = location;
  if (!isList(value)) return [];
  const matches = matcherOf(token.conditions, looking.read, looking.meter);
  const keys = keysOf(value).filter((key) => matches(memberOf(value, key)));
  return (token.isMultiple ? keys : keys.slice(0, 1)).map((key) => below(location, key));
}

/** The member of an object or an element of a list; a name asks every element. */
function keyed(location: Location, key: string): readonly Location[] {
  const { value } = location;
  if (isList(value) && Number.parseInt(key) !== Number(key)) {
    return keysOf(value).flatMap((at) => keyed(below(location, at), key));
  }
  if (isList(value) || isObject(value)) return [below(location, key)];
  throw new QueryFault(`the query leads to no object that could hold '${cutText(key, 60)}'`);
}

function below({ path, value }: Location, key: string): Location {
  return { path: [...path, key], value: memberOf(value, key) };
}

function keysOf(value: Value): readonly string[] {
  return typeof value === 'object' && value !== null ? Object.keys(value) : [];
}

import { cutText } from '../../../kernel/cut-text.js';
import { textOf } from '../coerce.js';
import { type Meter } from '../meter.js';
import { isList, isObject, memberOf, type Value, type ValueList } from '../value.js';
import { matcherOf } from './match-conditions.js';
import { QueryFault } from './query-fault.js';
import { type Part, type Token } from './query-token.js';

/** Where a query stands. */
interface Place {
  /** The whole value. */
  readonly root: Value;
  /** What the query began with: nothing but in queries of queries. */
  readonly context: Value;
  readonly current: Value;
}

type Handler<Kind extends Token['kind']> = (
  token: Token & { readonly kind: Kind },
  place: Place,
  meter: Meter,
) => Value;

/**
 * Asks a value what a query asks for.
 * @returns undefined or null where there is nothing
 * @throws QueryFault where the value is of a kind that the query cannot ask
 */
export function runQuery(tokens: readonly Token[], value: Value, meter: Meter): Value {
  const root = value ?? undefined;
  return runFrom(tokens, { root, context: undefined, current: root }, meter);
}

/** Whether a query ends at a member or an element that is there and holds null, as against one that is not there. */
export function endsAtNull(tokens: readonly Token[], value: Value, meter: Meter): boolean {
  const last = tokens.at(-1);
  if (last?.kind !== 'get' || last.key.kind !== 'text') return false;
  const owner = runQuery(tokens.slice(0, -1), value, meter);
  return (isObject(owner) || isList(owner)) && memberOf(owner, last.key.text) === null;
}

/** Reads parts of a query about a value; `item` is what a query in it asks. */
export function partReader(root: Value, meter: Meter): (part: Part, item?: Value) => Value {
  const place: Place = { root, context: undefined, current: root };
  return (part, item) => partOf(part, place, meter, item);
}

function runFrom(tokens: readonly Token[], place: Place, meter: Meter): Value {
  let { current } = place;
  for (const token of tokens) {
    meter.spend();
    if (token.kind === 'or') {
      if (current) break;
      current = place.context;
    } else current = handled(token, { ...place, current }, meter);
  }
  return current;
}

function handled(token: Exclude<Token, { kind: 'or' }>, place: Place, meter: Meter): Value {
  const handler = HANDLERS[token.kind] as Handler<typeof token.kind>;
  return handler(token, place, meter);
}

/** A query within a query begins with what it is asked about, or with the whole value. */
function askedFrom(tokens: readonly Token[], { root }: Place, item: Value, meter: Meter): Value {
  const context = item ?? undefined;
  return runFrom(tokens, { root, context, current: context ?? root }, meter);
}

/** What a part of a query stands for; `item` is what a query in it asks. */
function partOf(part: Part, place: Place, meter: Meter, item?: Value): Value {
  if (part.kind === 'text') return part.text;
  return part.kind === 'query' ? askedFrom(part.tokens, place, item, meter) : undefined;
}

const HANDLERS: {
  readonly [Kind in Exclude<Token['kind'], 'or'>]: Handler<Kind>;
} = {
  get: ({ key }, place, meter) => got(place.current, partOf(key, place, meter), meter),
  values: ({ isDeep }, { current }, meter) => valuesOf(current, isDeep, meter),
  select: (token, place, meter) => selected(token, place, meter),
  root: ({ args }, place, meter) => {
    const [first] = args ?? [];
    return first ? partOf(first, place, meter) : place.root;
  },
  nothing: (_, { current }) => current,
  parent: () => undefined,
  filter: ({ name, args = [] }, place, meter) => {
    // The only helper there is; names that nobody knows change nothing.
    if (name !== 'get') return place.current;
    const [key] = args.map((arg) => partOf(arg, place, meter));
    return memberOf(place.current, textOf(key, meter));
  },
  deep: ({ tokens }, place, meter) => {
    const { current } = place;
    if (tokens.length === 0 && current) return current;
    return current ? foundBelow(tokens, place, meter) : null;
  },
};

function got(value: Value, key: Value, meter: Meter): Value {
  if (!value) return null;
  const name = textOf(key, meter);
  // A key that is no number asks every element of a list.
  if (!isList(value) || Number.parseInt(name) === Number(name)) return memberOf(value, name);
  meter.list(value.length);
  return flat(
    value.map((item) => memberOf(existing(item, name), name)).filter((one) => one !== undefined),
    meter,
  );
}

/** @throws QueryFault */
function existing(item: Value, name: string): Value {
  if (item !== undefined && item !== null) return item;
  throw new QueryFault(`the query asks ${String(item)} for '${cutText(name, 60)}'`);
}

function flat(list: ValueList, meter: Meter): ValueList {
  const result = list.flat() as ValueList;
  meter.list(result.length);
  return result;
}

function valuesOf(value: Value, isDeep: boolean, meter: Meter): Value {
  const members = membersOf(value);
  meter.list(members.length);
  // One level only, however deep the lists are.
  return isDeep ? flat(members, meter) : members;
}

function membersOf(value: Value): ValueList {
  if (!value) return [];
  return isList(value) ? value : Object.values(Object(value) as Record<string, Value>);
}

function selected(
  { conditions, isMultiple }: Token & { readonly kind: 'select' },
  place: Place,
  meter: Meter,
): Value {
  const { current } = place;
  if (!isList(current)) return null;
  const matches = matcherOf(conditions, (part, item) => partOf(part, place, meter, item), meter);
  const isMatch = (item: Value): boolean => {
    meter.spend();
    return matches(item);
  };
  if (!isMultiple) {
    const at = current.findIndex(isMatch);
    return at < 0 ? null : current[at];
  }
  const found = current.filter(isMatch);
  meter.list(found.length);
  return found;
}

function foundBelow(tokens: readonly Token[], place: Place, meter: Meter): Value {
  if (typeof place.current === 'string') {
    throw new QueryFault('the query looks for members of a text');
  }
  for (const member of membersOf(place.current)) {
    meter.spend();
    const found = askedFrom(tokens, place, member, meter);
    if (found) return found;
  }
  return null;
}

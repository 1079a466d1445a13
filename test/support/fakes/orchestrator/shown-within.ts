import { isJsonObject, type JsonValue } from '#kernel/json.js';
import { type Query } from './commit-options.js';
import { invalidValue } from './restconf-error.js';

/** What `depth` and `fields` leave of a value (RFC 8040, 4.8.2 and 4.8.3). */
export function shownWithin(value: JsonValue, query: Query): JsonValue {
  const given = new Map(query);
  const { content = 'all', fields, depth = 'unbounded' } = Object.fromEntries(given);
  if (!['config', 'nonconfig', 'all'].includes(content)) throw invalidValue('bad value of content');
  const chosen = fields === undefined ? value : withFields(value, parsedFields(fields));
  if (depth === 'unbounded') return chosen;
  if (!/^[1-9]\d{0,4}$/.test(depth)) throw invalidValue('bad value of depth');
  return cutAt(chosen, Number(depth));
}

/** Names below a node; an empty map stands for everything below. */
interface Fields {
  readonly below: ReadonlyMap<string, Fields>;
}

function withFields(value: JsonValue, { below }: Fields): JsonValue {
  if (below.size === 0) return value;
  if (Array.isArray(value)) return value.map((item) => withFields(item, { below }));
  if (!isJsonObject(value)) return value;
  return Object.fromEntries(
    Object.entries(value).flatMap(([name, child]) => {
      const chosen = below.get(name) ?? below.get(name.split(':').at(-1) ?? '');
      return chosen ? [[name, withFields(child, chosen)]] : [];
    }),
  );
}

function cutAt(value: JsonValue, depth: number): JsonValue {
  if (Array.isArray(value)) return value.map((item) => cutAt(item, depth));
  if (!isJsonObject(value)) return value;
  if (depth <= 1) return {};
  return Object.fromEntries(
    Object.entries(value).map(([name, child]) => [name, cutAt(child, depth - 1)]),
  );
}

/** Reads `a;b/c;d(e;f)`. */
function parsedFields(text: string): Fields {
  const tokens = text.match(/[;()/]|[^;()/]+/g) ?? [];
  const bad = (): Error => invalidValue('bad value of fields');
  const takes = (wanted: string): boolean => tokens[0] === wanted && tokens.shift() !== undefined;
  const list = (): Fields => {
    const below = new Map([item()]);
    while (takes(';')) below.set(...item());
    return { below };
  };
  const item = (): [string, Fields] => {
    const name = tokens.shift();
    if (name === undefined || /[;()/]/.test(name)) throw bad();
    if (takes('/')) return [name, { below: new Map([item()]) }];
    if (!takes('(')) return [name, { below: new Map() }];
    const below = list();
    if (!takes(')')) throw bad();
    return [name, below];
  };
  const fields = list();
  if (tokens.length > 0) throw bad();
  return fields;
}

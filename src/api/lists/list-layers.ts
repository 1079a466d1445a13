import { type Fault } from '../../kernel/app-error.js';
import { isJsonObject } from '../../kernel/json.js';
import { jsonPointer } from '../../kernel/json-pointer.js';
import { readJsonObject } from '../query/json-text.js';
import { isOption } from '../query/query-object.js';
import { type Layer, layerOf, mergeLayers } from '../query/query-layers.js';
import { MalformedQuery, queryEntries, type QueryEntry } from '../query/query-text.js';

/** Objects in which clients wrap the options of a list, on the query string and in a body. */
export const WRAPPERS = ['queryParameters', 'queryOptions', 'options'] as const;

/** The options of a list out of every form in which they may come, or why they cannot be read. */
export interface ReadLayers {
  readonly given: Layer;
  readonly faults: readonly Fault[];
}

/** Lowest precedence first: a body, JSON text of a wrapper, bracketed keys of it, flat keys. */
export function listLayers({
  query,
  body,
}: {
  readonly query: unknown;
  readonly body: unknown;
}): ReadLayers {
  if (query instanceof MalformedQuery) return { given: {}, faults: [query.fault] };
  const entries = queryEntries(query).filter(isOption);
  const read = [...bodyLayers(body), ...WRAPPERS.flatMap((name) => wrapped(name, entries))];
  const flat = layerOf(entries.filter(({ path: [first = ''] }) => !isWrapper(first)));
  const layers = [...read.filter(isLayer), flat];
  return { given: mergeLayers(layers), faults: read.filter(isFault) };
}

class Unreadable implements Fault {
  constructor(
    readonly pointer: string,
    readonly detail: string,
  ) {}
}

const isFault = (one: Layer | Unreadable): one is Unreadable => one instanceof Unreadable;
const isLayer = (one: Layer | Unreadable): one is Layer => !(one instanceof Unreadable);

function bodyLayers(body: unknown): readonly (Layer | Unreadable)[] {
  if (body === undefined || body === null || body === '') return [];
  if (!isJsonObject(body)) return [new Unreadable('#', 'must be an object')];
  const flat = Object.fromEntries(Object.entries(body).filter(([key]) => !isWrapper(key)));
  const objects = WRAPPERS.filter((name) => body[name] !== undefined).map((name) => {
    const options = body[name];
    return isJsonObject(options) ? options : new Unreadable(`#/${name}`, 'must be an object');
  });
  return [flat, ...objects];
}

function wrapped(name: string, all: readonly QueryEntry[]): readonly (Layer | Unreadable)[] {
  const entries = all.filter(({ path }) => path[0] === name);
  if (entries.length === 0) return [];
  const bracketed = layerOf(
    entries.filter(({ path }) => path.length > 1),
    1,
  );
  return [
    ...textLayer(
      name,
      entries.filter(({ path }) => path.length === 1),
    ),
    bracketed,
  ];
}

/** `?queryOptions={"limit":5}` */
function textLayer(name: string, texts: readonly QueryEntry[]): readonly (Layer | Unreadable)[] {
  const [text] = texts;
  if (!text) return [];
  const pointer = jsonPointer([name]);
  if (texts.length > 1) return [new Unreadable(pointer, 'must be given once')];
  const object = text.listed ? undefined : readJsonObject(text.text);
  return [object ?? new Unreadable(pointer, 'must be a JSON object of few levels')];
}

function isWrapper(name: string): boolean {
  return (WRAPPERS as readonly string[]).includes(name);
}

import { type Type } from '@nestjs/common';
import { type Fault } from '../../kernel/app-error.js';
import { isJsonObject, type JsonObject } from '../../kernel/json.js';
import { jsonPointer } from '../../kernel/json-pointer.js';
import { shapeOf, unknownKeyDetail } from '../shapes/shape.js';
import { readJsonObject } from './json-text.js';
import { type Layer, layerOf, mergeLayers, readLayer } from './query-layers.js';
import { MalformedQuery, queryEntries, type QueryEntry } from './query-text.js';

/** How the options of one GET operation travel, as its row of the operations table says. */
export interface QueryForm {
  /** The name of the object parameter; none where the options are flat. */
  readonly wrapper: 'queryOptions' | 'queryParameters' | undefined;
  readonly unknownKeys: 'refused' | 'ignored';
}

/** The options of one operation: their DTO, and how they travel. */
export interface QueryObjectSource extends QueryForm {
  readonly type: Type;
}

export type DecodedQuery =
  | { readonly kind: 'decoded'; readonly value: Layer; readonly ignored: readonly string[] }
  | { readonly kind: 'refused'; readonly faults: readonly Fault[] };

/** A credential, read elsewhere; it is never an option nor an unknown key. */
const CREDENTIAL = 'token';

/**
 * Puts the options of a GET operation together, lowest precedence first: JSON body, JSON text of
 * the wrapper, bracketed keys of the wrapper, flat keys. Absent options are an empty object.
 * Values are read by the DTO's fields but not judged: that is left to validation.
 */
export function decodeQueryObject(
  type: Type,
  form: QueryForm,
  { query, body }: { readonly query: unknown; readonly body: unknown },
): DecodedQuery {
  if (query instanceof MalformedQuery) return { kind: 'refused', faults: [query.fault] };
  const fromBody = readBody(form, body);
  const fromQuery = readQuery(form, queryEntries(query));
  const faults = [...fromBody.faults, ...fromQuery.faults];
  if (faults.length > 0) return { kind: 'refused', faults };
  const layers = [...fromBody.layers, ...fromQuery.layers].map((layer) => readLayer(type, layer));
  const value = mergeLayers(layers);
  if (form.unknownKeys === 'refused') return { kind: 'decoded', value, ignored: [] };
  const { known, unknown } = splitKnown(type, value);
  return { kind: 'decoded', value: known, ignored: [...fromBody.ignored, ...unknown] };
}

/** The keys on the query string of an operation that takes none, but for the credential. */
export function unknownQueryKeys(query: unknown): readonly string[] {
  const keys = queryEntries(query)
    .filter(isOption)
    .map(({ path }) => path[0] ?? '');
  return [...new Set(keys)];
}

/** What one carrier of options holds: its layers lowest first, or why it cannot be read. */
interface Reading {
  readonly layers: readonly Layer[];
  readonly faults: readonly Fault[];
  readonly ignored: readonly string[];
}

const NOTHING: Reading = { layers: [], faults: [], ignored: [] };
const layered = (layers: readonly Layer[]): Reading => ({ ...NOTHING, layers });
const refuse = (path: readonly string[], detail: string): Reading => ({
  ...NOTHING,
  faults: [{ pointer: jsonPointer(path), detail }],
});

function readBody(form: QueryForm, body: unknown): Reading {
  if (body === undefined || body === null || body === '') return NOTHING;
  if (!isJsonObject(body)) return refuse([], 'must be an object');
  const { wrapper } = form;
  return wrapper === undefined ? layered([body]) : readWrappedBody(body, wrapper, form);
}

function readWrappedBody(body: JsonObject, wrapper: string, { unknownKeys }: QueryForm): Reading {
  const { [wrapper]: options = {}, ...rest } = body;
  if (!isJsonObject(options)) return refuse([wrapper], 'must be an object');
  const strays = Object.keys(rest);
  if (unknownKeys === 'ignored') return { ...layered([options]), ignored: strays };
  const detail = unknownKeyDetail([wrapper]);
  const faults = strays.map((key) => ({ pointer: jsonPointer([key]), detail }));
  return { ...layered([options]), faults };
}

function readQuery({ wrapper }: QueryForm, all: readonly QueryEntry[]): Reading {
  const entries = all.filter(isOption);
  const flat = layerOf(entries.filter(({ path }) => path[0] !== wrapper));
  if (wrapper === undefined) return layered([flat]);
  const wrapped = entries.filter(({ path }) => path[0] === wrapper);
  const text = readWrapperText(
    wrapper,
    wrapped.filter(({ path }) => path.length === 1),
  );
  const bracketed = layerOf(
    wrapped.filter(({ path }) => path.length > 1),
    1,
  );
  return { ...text, layers: [...text.layers, bracketed, flat] };
}

/** `?queryOptions={"limit":5}` */
function readWrapperText(wrapper: string, texts: readonly QueryEntry[]): Reading {
  const [text] = texts;
  if (!text) return NOTHING;
  if (texts.length > 1) return refuse([wrapper], 'must be given once');
  const object = text.listed ? undefined : readJsonObject(text.text);
  return object ? layered([object]) : refuse([wrapper], 'must be a JSON object of few levels');
}

/** Whether an entry is an option: the credential is none. */
export const isOption = ({ path }: QueryEntry): boolean =>
  path.length > 1 || path[0] !== CREDENTIAL;

function splitKnown(type: Type, value: Layer): { known: Layer; unknown: readonly string[] } {
  const { fields, open } = shapeOf(type);
  if (open) return { known: value, unknown: [] };
  const entries = Object.entries(value);
  return {
    known: Object.fromEntries(entries.filter(([key]) => fields.has(key))),
    unknown: entries.map(([key]) => key).filter((key) => !fields.has(key)),
  };
}

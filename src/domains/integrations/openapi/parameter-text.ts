import { type JsonValue } from '../../../kernel/json.js';
import { type OperationParameter } from './model-operations.js';

/** The text of a parameter on its way, or why it has none. */
export type ParameterText =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'refused'; readonly detail: string };

type Encode = (text: string) => string;
type Pair = readonly [string, string];

const LONE_SURROGATE = /\p{Surrogate}/u;
const RESERVED = /%(?:3A|2F|3F|40|21|24|27|28|29|2A|2C|3B)/g;
const DELIMITERS: Readonly<Record<string, string>> = {
  form: ',',
  spaceDelimited: '%20',
  pipeDelimited: '%7C',
};

/**
 * The parameter with its name as the query string or the cookie carries it: `ids=1&ids=2`.
 * Styles `form`, `spaceDelimited`, `pipeDelimited` and `deepObject`, exploded or not.
 */
export function namedText(parameter: OperationParameter, value: JsonValue): ParameterText {
  const encode = parameter.allowReserved ? encodeUnreserved : encodeURIComponent;
  const name = encodeURIComponent(parameter.name);
  if (parameter.isJson) return text(`${name}=${encode(JSON.stringify(value))}`);
  const flat = flatten(value);
  if (flat.kind === 'refused') return flat;
  if (flat.kind === 'single') return text(`${name}=${encode(flat.single)}`);
  const explode = parameter.explode;
  if (flat.kind === 'object') return namedObject(parameter, name, flat.pairs, encode);
  if (explode) return text(flat.items.map((item) => `${name}=${encode(item)}`).join('&'));
  return text(`${name}=${flat.items.map(encode).join(DELIMITERS[parameter.style] ?? ',')}`);
}

function namedObject(
  { style, explode }: OperationParameter,
  name: string,
  pairs: readonly Pair[],
  encode: Encode,
): ParameterText {
  const encoded = pairs.map(([key, item]): Pair => [encodeURIComponent(key), encode(item)]);
  if (style === 'deepObject')
    return text(encoded.map(([key, item]) => `${name}%5B${key}%5D=${item}`).join('&'));
  if (explode) return text(encoded.map(([key, item]) => `${key}=${item}`).join('&'));
  return text(`${name}=${encoded.flat().join(DELIMITERS[style] ?? ',')}`);
}

/** The parameter as a path carries it: styles `simple`, `label` and `matrix`. */
export function pathText(parameter: OperationParameter, value: JsonValue): ParameterText {
  if (parameter.isJson) return text(encodeURIComponent(JSON.stringify(value)));
  const flat = flatten(value);
  if (flat.kind === 'refused') return flat;
  const parts = partsOf(flat, parameter.explode, encodeURIComponent);
  if (parameter.style === 'label') return text(`.${parts.join(parameter.explode ? '.' : ',')}`);
  if (parameter.style === 'matrix') return text(matrixText(parameter, parts, flat.kind));
  return text(parts.join(','));
}

function matrixText(
  parameter: OperationParameter,
  parts: readonly string[],
  kind: Flat['kind'],
): string {
  const name = encodeURIComponent(parameter.name);
  if (!parameter.explode) return `;${name}=${parts.join(',')}`;
  return parts.map((part) => (kind === 'object' ? `;${part}` : `;${name}=${part}`)).join('');
}

/** The parameter as a header carries it: style `simple`, characters as they are. */
export function headerText(parameter: OperationParameter, value: JsonValue): ParameterText {
  if (parameter.isJson) return text(JSON.stringify(value));
  const flat = flatten(value);
  if (flat.kind === 'refused') return flat;
  return text(partsOf(flat, parameter.explode, (item) => item).join(','));
}

type Flat =
  | { readonly kind: 'single'; readonly single: string }
  | { readonly kind: 'list'; readonly items: readonly string[] }
  | { readonly kind: 'object'; readonly pairs: readonly Pair[] };

function partsOf(flat: Flat, explode: boolean, encode: Encode): readonly string[] {
  if (flat.kind === 'single') return [encode(flat.single)];
  if (flat.kind === 'list') return flat.items.map(encode);
  const pairs = flat.pairs.map(([key, item]) => [encode(key), encode(item)]);
  return explode ? pairs.map((pair) => pair.join('=')) : pairs.flat();
}

/** Lists and objects of plain values: no style says how anything deeper would be written. */
function flatten(value: JsonValue): Flat | Extract<ParameterText, { kind: 'refused' }> {
  const single = plain(value);
  if (single !== undefined) return { kind: 'single', single };
  const nested = { kind: 'refused', detail: 'must hold plain values of whole characters' } as const;
  if (Array.isArray(value)) {
    const items = value.map(plain);
    return items.every((item) => item !== undefined) ? { kind: 'list', items } : nested;
  }
  if (typeof value !== 'object' || value === null) return nested;
  const pairs = Object.entries(value).map(([key, item]) => [plain(key), plain(item)] as const);
  const isPlain = (pair: readonly [string | undefined, string | undefined]): pair is Pair =>
    pair[0] !== undefined && pair[1] !== undefined;
  return pairs.every(isPlain) ? { kind: 'object', pairs } : nested;
}

function plain(value: JsonValue): string | undefined {
  if (typeof value === 'number' || typeof value === 'boolean') return String(value);
  return typeof value === 'string' && !LONE_SURROGATE.test(value) ? value : undefined;
}

/** Keeps what RFC 3986 reserves, but for what would end a value: `&`, `=`, `+`, `#`, brackets. */
function encodeUnreserved(given: string): string {
  return encodeURIComponent(given).replace(RESERVED, decodeURIComponent);
}

function text(given: string): ParameterText {
  return { kind: 'text', text: given };
}

import { type JsonValue } from '../../src/kernel/json.js';
import { hostileText } from './hostile-values.js';
import { type Random } from './random.js';

const SEGMENTS = [
  '%00',
  'a%00b',
  '..',
  '%2e%2e',
  '%2e%2e%2fetc%2fpasswd',
  '..%5c..%5cx',
  '__proto__',
  'constructor',
  'toString',
  '%24where',
  '%7B%22%24ne%22%3Anull%7D',
  '[object%20Object]',
  'null',
  'undefined',
  '%F0%9F%98%80',
  '%0d%0aset-cookie:%20a=b',
  '%E2%80%AE',
  '%',
  '%zz',
  '%ff',
  '%ed%a0%80',
  '%c0%af',
  '%f5%80%80%80',
  '9'.repeat(30),
  '-1',
  '1e3',
  'x'.repeat(1024),
  'x'.repeat(1025),
  '',
  '.',
  '%2F',
  '*',
  ';a=b',
] as const;

const QUERY_PIECES = [
  'queryOptions',
  'queryOptions[equals][name]',
  'limit',
  'skip',
  'sort',
  'include',
  'exclude',
  'token',
  '[',
  ']',
  '[]',
  '=',
  '=1',
  '=-1',
  '=1e9',
  '&',
  '%5B',
  '%',
  '%00',
  '%ff',
  '{',
  '}',
  '%22',
  '[$ne]',
  '[__proto__][x]',
  ';',
  '+',
  '?',
  '%F0%9F%98%80',
] as const;

/** Headers that a request may come with, and values that make them odd. */
const HEADERS: readonly (readonly [string, readonly string[]])[] = [
  [
    'accept',
    ['', '*/*;q=0', 'text/html', 'application/x-ndjson', 'text/event-stream', ',,;;', 'a'],
  ],
  ['prefer', ['envelope=bare', 'envelope=named', 'respond-async', 'envelope=', ';', 'wait=9e9']],
  ['if-match', ['*', '""', '"1"', 'W/"1"', 'x', '"a", "b"', '"'.repeat(300)]],
  ['if-none-match', ['*', '"1"', 'W/"x"', ',']],
  ['idempotency-key', ['x', 'fuzz-key', ' ', 'ü', 'a b', 'x'.repeat(255), 'x'.repeat(256)]],
  ['origin', ['null', 'https://evil.example', 'http://127.0.0.1', '://']],
  ['sec-fetch-site', ['cross-site', 'same-origin', 'none', 'x']],
  ['traceparent', ['00-0-0-0', `00-${'a'.repeat(32)}-${'b'.repeat(16)}-01`, 'x']],
  ['x-request-id', ['x'.repeat(300), '../..', '\u00ff', '{}']],
  ['x-forwarded-for', ['10.0.0.1', 'x', '::1, 127.0.0.1']],
  ['host', ['evil.example', 'x:y', '[::1', 'a b']],
  ['range', ['bytes=0-0', 'bytes=-1', 'x']],
  ['accept-encoding', ['gzip', 'br;q=1, *;q=0', 'identity;q=0', 'x']],
  ['expect', ['100-continue', 'x']],
  ['last-event-id', ['-1', 'x', '9'.repeat(30)]],
  ['cookie', ['token=x; token=y', '=;=', 'token=%00', 'a'.repeat(4000)]],
  ['x-http-method-override', ['DELETE']],
  ['upgrade', ['websocket', 'h2c']],
  ['x-large', ['x'.repeat(8000), 'x'.repeat(17_000)]],
  ['content-encoding', ['gzip', 'identity', 'x']],
];

const CONTENT_TYPES = [
  'text/plain',
  'text/xml',
  'application/x-www-form-urlencoded',
  'multipart/form-data; boundary=x',
  'application/json; charset=utf-16',
  'application/json; charset="utf-8"',
  'application/merge-patch+json',
  'application/jsonx',
  'application/octet-stream',
  'x',
  '',
  ';',
  'application/json, text/plain',
] as const;

const METHODS = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'TRACE', 'PROPFIND'];

export const hostileSegment = (random: Random): string => random.pick(SEGMENTS);
export const hostileMethod = (random: Random): string => random.pick(METHODS);
export const hostileContentType = (random: Random): string => random.pick(CONTENT_TYPES);

export function hostileQuery(random: Random): string {
  const piece = (): string =>
    random.chance(0.2) ? encodeLoosely(hostileText(random)) : random.pick(QUERY_PIECES);
  return Array.from({ length: 1 + random.below(10) }, piece).join('');
}

export function hostileHeader(random: Random): readonly [string, string] {
  const [name, values] = random.pick(HEADERS);
  return [name, random.pick(values)];
}

/** Percent-encodes what can be; half characters become what stands for them. */
export function encodeLoosely(text: string): string {
  return encodeURIComponent(Buffer.from(text).toString()).slice(0, 4000);
}

/** A path in other letters, with more slashes, or with something else for one of its segments. */
export function hostilePath(path: string, random: Random): string {
  const segments = path.split('/');
  const at = 1 + random.below(segments.length - 1);
  switch (random.weighted({ segment: 6, slash: 1, upper: 1, more: 1 })) {
    case 'segment':
      return segments.with(at, hostileSegment(random)).join('/');
    case 'slash':
      return segments.with(at, `/${segments[at] ?? ''}/`).join('/');
    case 'upper':
      return path.toUpperCase();
    case 'more':
      return `${path}/${hostileSegment(random)}`;
  }
}

/** The text of a body, and what is no JSON any more. */
export function hostileBody(value: JsonValue, random: Random): Buffer {
  const text = JSON.stringify(value);
  const at = random.below(text.length + 1);
  const spoilt: readonly (() => string | Buffer)[] = [
    () => '',
    () => ' ',
    () => text.slice(0, at),
    () => `${text}x`,
    () => `\ufeff${text}`,
    () => `${text.slice(0, at)}\u0000${text.slice(at)}`,
    () => Buffer.concat([Buffer.from(text.slice(0, at)), Buffer.from([0xff, 0xc0, 0xaf])]),
    () => Buffer.from(text, 'utf16le'),
    () => text.replace('{', '{"__proto__":{"polluted":1},'),
    () => text.replace('{', '{"a":1,"a":2,'),
    () => text.replace(/"(?=[,}])/, '\\ud800"'),
    () => text.replace(/:("[^"]*"|\d+)/, ':1e400'),
    () => text.replace(/:("[^"]*"|\d+)/, ':NaN'),
    () => `[${text}]`,
    () => JSON.stringify(text),
    () => 'null',
    () => '['.repeat(2000),
    () => `${'{"a":'.repeat(1000)}1${'}'.repeat(1000)}`,
    () => `{"a":"${'x'.repeat(random.pick([65_000, 70_000, 1_500_000]))}"}`,
    () => JSON.stringify(Object.fromEntries(Array.from({ length: 5000 }, (_, n) => [`k${n}`, n]))),
  ];
  return Buffer.from(random.pick(spoilt)());
}

import { isUtf8 } from 'node:buffer';
import { parseJsonBody } from '../../api/http/json-body.js';
import { type JsonValue } from '../../kernel/json.js';

/** `application/yang-data+json`, `application/vnd.yang.collection+json`, `application/json`. */
const JSON_TYPE = /^[\w.!#$&^-]+\/(?:[\w.!#$&^+-]*\+)?json\s*(?:;|$)/i;
const LATIN = /;\s*charset\s*=\s*"?(?:iso-8859-1|latin1|windows-1252|us-ascii)\b/i;

/** What of an answer is read. */
export interface AnsweredQuery {
  /** Names in lower case. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Buffer;
}

/** What an answer says: JSON, text, or nothing that can be read, with the reason in words. */
export type ReadAnswer =
  | { readonly kind: 'json'; readonly value: JsonValue }
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'nothing' }
  | { readonly kind: 'unreadable'; readonly reason: string };

/** Reads a body by its media type; without one it is JSON where that works. */
export function readQueryAnswer({ headers, body }: AnsweredQuery): ReadAnswer {
  if (body.length === 0) return { kind: 'nothing' };
  const type = headers['content-type'] ?? '';
  if (JSON_TYPE.test(type)) return readJson(body);
  const json = type === '' ? readJson(body) : undefined;
  return json?.kind === 'json' ? json : readText(body, type);
}

/** Bounded in depth as request bodies are. */
function readJson(body: Buffer): ReadAnswer {
  try {
    return { kind: 'json', value: parseJsonBody(body) as JsonValue };
  } catch {
    return { kind: 'unreadable', reason: 'is not JSON, although it says so' };
  }
}

function readText(body: Buffer, type: string): ReadAnswer {
  if (isUtf8(body)) return { kind: 'text', text: body.toString('utf8') };
  if (LATIN.test(type)) return { kind: 'text', text: body.toString('latin1') };
  return { kind: 'unreadable', reason: 'is not text' };
}

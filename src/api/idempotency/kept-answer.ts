import { StreamableFile } from '@nestjs/common';
import { type KeptAnswer, type KeptBody } from './idempotency-record.js';

/** Larger answers are not kept: the collection must not become a second store of documents. */
export const KEPT_BODY_MAX_BYTES = 1024 * 1024;

/** Headers that belong to the answer; all others are made anew for every request. */
const KEPT_HEADERS = ['content-type', 'etag', 'location'] as const;

/** What of an answer is given again: the value that the handler returned, before any envelope. */
export function keptAnswer(
  status: number,
  headers: Readonly<Record<string, unknown>>,
  value: unknown,
): KeptAnswer {
  return { status, headers: keptHeaders(headers), body: keptBody(value) };
}

/** The value that a handler would have returned; undefined for an empty answer. */
export function restoredValue(body: Exclude<KeptBody, { form: 'not-kept' }>): unknown {
  if (body.form === 'none') return undefined;
  return body.form === 'text' ? body.text : (JSON.parse(body.text) as unknown);
}

function keptHeaders(headers: Readonly<Record<string, unknown>>): Record<string, string> {
  const kept: Record<string, string> = {};
  for (const name of KEPT_HEADERS) {
    const value = headers[name];
    if (typeof value === 'string') kept[name] = value;
  }
  return kept;
}

function keptBody(value: unknown): KeptBody {
  if (value === undefined) return { form: 'none' };
  if (isStreamed(value)) return { form: 'not-kept' };
  const form = typeof value === 'string' ? 'text' : 'json';
  const text = typeof value === 'string' ? value : JSON.stringify(value);
  return Buffer.byteLength(text) > KEPT_BODY_MAX_BYTES ? { form: 'not-kept' } : { form, text };
}

function isStreamed(value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return false;
  if (value instanceof StreamableFile || ArrayBuffer.isView(value)) return true;
  return 'pipe' in value || Symbol.asyncIterator in value;
}

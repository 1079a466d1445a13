import { cutText } from '../../kernel/cut-text.js';
import { Secret } from '../../kernel/secret.js';
import { isHiddenInLogs } from '../secrets/secret-names.js';
import { SHOWN, withoutLogged } from '../secrets/secret-texts.js';

const TEXT_SHOWN_MAX = 4000;
const ITEMS_SHOWN_MAX = 50;
const DEPTH_MAX = 8;
/** What credentials need to be there: most text has none of it and is done with one look. */
const MAY_HOLD_SECRET = /[=@]|bearer|basic|eyJ|PRIVATE KEY/i;

/** Text without the secrets that are known to hide in text, and not longer than anyone reads. */
export function redactedText(text: string): string {
  const shown = cutText(text, TEXT_SHOWN_MAX, '…');
  if (!MAY_HOLD_SECRET.test(shown)) return shown;
  return withoutLogged(shown);
}

/**
 * The fields of a log line without secrets, bounded in depth, length and text, and free of cycles:
 * what comes out can always be written as JSON.
 */
export function redacted(fields: object): Record<string, unknown> {
  return members(fields, [fields]);
}

function members(value: object, path: readonly object[]): Record<string, unknown> {
  const shown: Record<string, unknown> = {};
  for (const key of Object.keys(value).slice(0, ITEMS_SHOWN_MAX)) {
    // Assigned, it would change the prototype instead of being shown.
    if (key === '__proto__') continue;
    const member: unknown = (value as Record<string, unknown>)[key];
    const isHidden = isHiddenInLogs(key) && isRevealing(member);
    shown[key] = isHidden ? SHOWN : redactedValue(member, path);
  }
  return shown;
}

/** Whether a secret is set may be said; its value may not. */
function isRevealing(value: unknown): boolean {
  return value !== undefined && value !== null && typeof value !== 'boolean';
}

function redactedValue(value: unknown, path: readonly object[]): unknown {
  if (typeof value === 'string') return redactedText(value);
  if (typeof value === 'bigint') return value.toString();
  if (typeof value !== 'object' || value === null) return value;
  return redactedObject(value, path);
}

function redactedObject(value: object, path: readonly object[]): unknown {
  if (value instanceof Secret) return SHOWN;
  if (value instanceof Date) return value.toJSON();
  if (ArrayBuffer.isView(value)) return `<${value.byteLength} bytes>`;
  return redactedTree(value, path);
}

function redactedTree(value: object, path: readonly object[]): unknown {
  if (path.length > DEPTH_MAX || path.includes(value)) return '…';
  const deeper = [...path, value];
  if (value instanceof Error) return failure(value, deeper);
  if (Array.isArray(value)) {
    return value.slice(0, ITEMS_SHOWN_MAX).map((item) => redactedValue(item, deeper));
  }
  return members(value, deeper);
}

/** An error with its stack, its own fields and what caused it. */
function failure(error: Error, path: readonly object[]): Record<string, unknown> {
  return {
    type: error.name,
    message: redactedText(error.message),
    stack: redactedText(error.stack ?? ''),
    ...members(error, path),
    ...(error.cause !== undefined && { cause: redactedValue(error.cause, path) }),
  };
}

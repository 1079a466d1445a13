import { jsonAnswer } from '../../../api/http/json-answer.js';
import { type JsonValue } from '../../../kernel/json.js';
import { type OutboundResponse } from '../../../platform/outbound/outbound-request.js';

/** What an operation of another system answered, whatever its status. */
export interface OperationAnswer {
  readonly status: number;
  /** Names in lower case; several values of one name are joined. */
  readonly headers: Readonly<Record<string, string>>;
  /** Parsed JSON, else text; base64 of what is no text; null when there is none. */
  readonly body: JsonValue;
}

/** They set the state of a session that only the platform has. */
const KEPT_BACK: ReadonlySet<string> = new Set(['set-cookie', 'set-cookie2', 'www-authenticate']);
const JSON_TYPE = /^(?:application|text)\/(?:[\w.!#$&^-]+\+)?json\b/i;
const TEXT = new TextDecoder('utf-8', { fatal: true });

/**
 * The answer in the form in which callers and workflow tasks get it.
 * @throws AppError as `jsonAnswer`
 */
export async function toOperationAnswer({
  status,
  headers,
  body,
}: OutboundResponse): Promise<OperationAnswer> {
  const shown = Object.entries(headers).flatMap(([name, value]) =>
    value === undefined || KEPT_BACK.has(name) ? [] : [[name, [value].flat().join(', ')] as const],
  );
  const type = [headers['content-type'] ?? ''].flat().join();
  return { status, headers: Object.fromEntries(shown), body: await toBody(body, type) };
}

async function toBody(body: Buffer, type: string): Promise<JsonValue> {
  if (body.length === 0) return null;
  const text = toText(body);
  if (text === undefined) return body.toString('base64');
  // What calls itself JSON and is none is handed on as the text that it is.
  return JSON_TYPE.test(type) ? ((await jsonAnswer(body)) ?? text) : text;
}

function toText(body: Buffer): string | undefined {
  try {
    return TEXT.decode(body);
  } catch {
    return undefined; // not UTF-8
  }
}

import { jsonAnswer } from '#api/http/json-answer.js';
import { cutText } from '#kernel/cut-text.js';
import { type JsonObject, type JsonValue } from '#kernel/json.js';
import { type TaskOutcome } from '#cores/engine/commands.js';

/** What a system answered, whatever its status. */
export interface SystemAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: JsonValue;
  /** How long it took. */
  readonly ms: number;
}

const FAILED_FROM = 400;
const TEXT = new TextDecoder('utf-8', { fatal: true });
/** As much of what a system says of a failure as people read. */
const WORDS_MAX = 2000;

/** Whether the status says that the system did what was asked. */
export function isWell({ status }: Pick<SystemAnswer, 'status'>): boolean {
  return status < FAILED_FROM;
}

/**
 * Parsed JSON whatever it calls itself, else text; base64 of what is no text; null when there is none.
 * @throws AppError as `jsonAnswer`
 */
export async function bodyValue(body: Buffer): Promise<JsonValue> {
  if (body.length === 0) return null;
  const text = textIn(body);
  if (text === undefined) return body.toString('base64');
  return (await jsonAnswer(body)) ?? text;
}

/** The result of a call through an adapter, as tasks behind it read it. */
export function callResult({ status, headers, body, ms }: SystemAnswer): TaskOutcome {
  const output: JsonObject = {
    response: body,
    headers: { ...headers },
    metrics: { code: status, roundTripTime: Math.round(ms) },
    icode: codeOf(status),
  };
  return { finish: 'success', output };
}

/** What a failed call is told as. */
export interface CallFailure {
  readonly source: string;
  readonly code: string;
  readonly detail: string;
  /** The status that was answered; null when there was no answer. */
  readonly status: number | null;
  /** What the system said of it, without secrets; null when it said nothing. */
  readonly said: string | null;
}

/** The error object of a call through an adapter or an integration. */
export function callError({ source, code, detail, status, said }: CallFailure): TaskOutcome {
  const error: JsonObject = {
    message: detail,
    icode: codeOf(status ?? 500),
    platformError: {
      displayString: detail,
      source,
      code,
      status,
      raw: said === null ? null : cutText(said, WORDS_MAX),
    },
  };
  return { finish: 'error', error };
}

/** What a system said of a failure, as text. */
export function wordsOf(body: JsonValue): string | null {
  if (body === null) return null;
  return typeof body === 'string' ? body : JSON.stringify(body);
}

function codeOf(status: number): string {
  return `AD.${String(status)}`;
}

function textIn(body: Buffer): string | undefined {
  try {
    return TEXT.decode(body);
  } catch {
    return undefined; // not UTF-8
  }
}

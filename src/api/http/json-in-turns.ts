import { type onSendHookHandler, type preSerializationHookHandler } from 'fastify';
import { JsonText } from '../../kernel/json-text.js';
import {
  isLongToWrite,
  jsonByteSteps,
  jsonSteps,
  textByteSteps,
} from '../../kernel/json-writing.js';
import { type JsonValue } from '../../kernel/json.js';
import { TimeSlicer } from '../../platform/concurrency/time-slicer.js';
import { JsonPieces, type JsonRules, PIECE_BYTES } from './json-pieces.js';

/** For what the platform has written itself. */
const OWN: JsonRules = {
  depthMax: Infinity,
  valuesMax: Infinity,
  look: () => undefined,
  tooDeep: () => new Error('The text is nested too deep'),
  tooMany: () => new Error('The text has too many values'),
  notJson: () => new Error('The text is no JSON'),
};

/** The JSON text of a value; of what is long a piece at a time, between which others have their turn. */
export async function writtenInTurns(value: object): Promise<string> {
  if (!isLongToWrite(value)) return JSON.stringify(value);
  return new TimeSlicer().finish(jsonSteps(value));
}

/** The same in UTF-8. */
export function bytesInTurns(value: object): Promise<Buffer> {
  return new TimeSlicer().finish(jsonByteSteps(value));
}

/** The value of JSON that the platform has written, read in the same way. */
export async function readInTurns(json: string | Uint8Array): Promise<JsonValue> {
  if (typeof json === 'string' && json.length <= PIECE_BYTES) return JSON.parse(json) as JsonValue;
  const turns = new TimeSlicer();
  const bytes =
    typeof json === 'string'
      ? await turns.finish(textByteSteps(json))
      : Buffer.from(json.buffer, json.byteOffset, json.byteLength);
  return (await turns.finish(new JsonPieces(bytes, OWN).read())) as JsonValue;
}

/** Writes the answer of an operation. Runs last, so that what goes before still sees the value. */
export const answerInTurns: preSerializationHookHandler = (_request, _reply, payload, done) => {
  if (!isLongToWrite(payload)) {
    done(null, payload);
    return;
  }
  void bytesInTurns(payload as object).then((bytes) => {
    done(null, new JsonText(bytes));
  }, done);
};

/** Writes the bytes of a long text: whoever sends it would count them at once, and then write them at once. */
export const encodeInTurns: onSendHookHandler = (_request, _reply, payload, done) => {
  if (typeof payload !== 'string' || !isLongToWrite(payload)) {
    done(null, payload);
    return;
  }
  void new TimeSlicer().finish(textByteSteps(payload)).then(done.bind(undefined, null), done);
};

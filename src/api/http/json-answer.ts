import { AppError } from '../../kernel/app-error.js';
import { type JsonValue } from '../../kernel/json.js';
import { TimeSlicer } from '../../platform/concurrency/time-slicer.js';
import { BODY_VALUES_MAX } from '../operations/body-limits.js';
import { JsonPieces, type JsonRules, PIECE_BYTES } from './json-pieces.js';

/** What deeper values are made of can neither be walked nor written. */
const DEPTH_MAX = 1000;
const NOT_JSON = new Error('The text is no JSON');

const RULES: JsonRules = {
  depthMax: DEPTH_MAX,
  valuesMax: BODY_VALUES_MAX,
  look: () => undefined,
  tooDeep: () => tooLarge(`is nested deeper than ${DEPTH_MAX} levels`),
  tooMany: () => tooLarge(`has more than ${BODY_VALUES_MAX} values`),
  notJson: () => NOT_JSON,
};

/**
 * The JSON that another system answered, whatever it calls itself; undefined for what is none. What is large is read
 * in pieces, between which others have their turn, and holds no more values than a request may.
 * @throws AppError `upstream-failed` (`answer-too-large`)
 */
export async function jsonAnswer(
  bytes: Buffer,
  turns = new TimeSlicer(),
): Promise<JsonValue | undefined> {
  try {
    return (await parsed(bytes, turns)) as JsonValue;
  } catch (error) {
    if (error instanceof AppError) throw error;
    return undefined;
  }
}

function parsed(bytes: Buffer, turns: TimeSlicer): unknown {
  if (bytes.length > PIECE_BYTES) return turns.finish(new JsonPieces(bytes, RULES).read());
  return JSON.parse(new TextDecoder().decode(bytes));
}

function tooLarge(what: string): AppError {
  return new AppError('upstream-failed', `The answer of the other system ${what}`, {
    code: 'answer-too-large',
  });
}

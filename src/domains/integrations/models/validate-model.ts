import { AppError, type Fault, invalidInput } from '../../../kernel/app-error.js';
import { isJsonObject, type JsonObject } from '../../../kernel/json.js';
import { assertStorable } from '../../../platform/database/storable.js';
import { modelProblems } from './model-problems.js';
import { versionIdOf } from './model-summary.js';
import { readModelText } from './read-model-text.js';

/** Larger documents take too long to judge. */
const MODEL_LIMIT_BYTES = 8 * 1024 * 1024;

/** Shorter ones are judged at once: it takes some milliseconds. */
export const SHORT_LENGTH_MAX = 64 * 1024;

/** What a document turned out to be: a model, or nothing of that kind. */
export type ValidatedModel =
  | { readonly kind: 'model'; readonly versionId: string }
  | { readonly kind: 'refused'; readonly detail: string; readonly faults: readonly Fault[] }
  | { readonly kind: 'too-large'; readonly detail: string };

/** Judges the text of an OpenAPI document, with every pointer below `#/model`. */
export async function validateModel(text: string): Promise<ValidatedModel> {
  try {
    const document = await readModel(text);
    assertStorable(document, { limitBytes: MODEL_LIMIT_BYTES });
    const problems = await modelProblems(document);
    if (problems.length > 0) throw invalidInput(problems);
    return { kind: 'model', versionId: versionIdOf(document) };
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    return toValidated(error);
  }
}

/** @throws AppError `invalid-input` for a text that is no document. */
export async function readModel(text: string): Promise<JsonObject> {
  const read = await readModelText(text);
  if (read.kind === 'document' && isJsonObject(read.document)) return read.document;
  const detail = read.kind === 'refused' ? read.detail : 'is no JSON object';
  throw invalidInput([{ pointer: '#', detail }]);
}

/** The same as JSON. */
export async function readModelAsJson(text: string): Promise<string> {
  return JSON.stringify(await readModel(text));
}

function toValidated({ kind, detail, errors }: AppError): ValidatedModel {
  if (kind !== 'invalid-input') return { kind: 'too-large', detail };
  const faults = errors.map((fault) => ({ ...fault, pointer: `#/model${fault.pointer.slice(1)}` }));
  return { kind: 'refused', detail, faults };
}

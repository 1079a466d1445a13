import { type JsonObject } from '../../../kernel/json.js';
import { type ModelSummary } from './integration-model.js';
import { modelProblems } from './model-problems.js';
import { brokenSummary, summaryOf } from './model-summary.js';

/** A document that a package has brought, as text. */
interface PackagedText {
  readonly text: string;
  readonly hash: string | null;
}

/** The summary of a document that a package has brought, sound or not. */
export async function validatePackagedModel(
  document: JsonObject,
  hash: string | null,
): Promise<ModelSummary> {
  const [problem] = await modelProblems(document);
  if (problem) return brokenSummary(`${problem.pointer} ${problem.detail}`, hash);
  return summaryOf(document, hash);
}

/** The same of its text, for a thread of its own. */
export function validatePackagedText({ text, hash }: PackagedText): Promise<ModelSummary> {
  return validatePackagedModel(JSON.parse(text) as JsonObject, hash);
}

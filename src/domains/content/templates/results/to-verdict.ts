import { cutText } from '#kernel/cut-text.js';
import { isJsonObject, type JsonObject, type JsonValue } from '#kernel/json.js';
import { type TemplateFailure, type TemplateVerdict } from './template-verdict.js';

const FAILURES_MAX = 100;
const RULES_MAX = 100;
const TEXT_LENGTH_MAX = 512;

/** What is kept of a template that was judged: what failed, and nothing of any output. */
export function judgedFacts(
  judged: JsonObject,
): Pick<TemplateVerdict, 'result' | 'pairs' | 'failedPairs' | 'failures'> {
  const pairs = objectsOf(judged['prepostCommands']);
  const failed = pairs.filter(({ result }) => result !== true);
  return {
    result: judged['result'] === true,
    pairs: pairs.length,
    failedPairs: failed.length,
    failures: failed.flatMap(failuresOf).slice(0, FAILURES_MAX),
  };
}

function failuresOf(pair: JsonObject): readonly TemplateFailure[] {
  const devices = objectsOf(pair['devices']).filter(({ result }) => result !== true);
  return (devices.length > 0 ? devices : [pair]).map((judged) => ({
    preRawCommand: shortText(pair['preRawCommand']),
    postRawCommand: shortText(pair['postRawCommand']),
    device: typeof judged['device'] === 'string' ? shortText(judged['device']) : null,
    rules: failedRules(judged),
  }));
}

function failedRules(judged: JsonObject): readonly number[] {
  const numbers = objectsOf(judged['rules']).flatMap(({ result }, at) =>
    result === true ? [] : at,
  );
  return numbers.slice(0, RULES_MAX);
}

function objectsOf(value: JsonValue | undefined): readonly JsonObject[] {
  return Array.isArray(value) ? value.filter((item) => isJsonObject(item)) : [];
}

function shortText(value: JsonValue | undefined): string {
  return typeof value === 'string' ? cutText(value, TEXT_LENGTH_MAX) : '';
}

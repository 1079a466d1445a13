import { isJsonObject, type JsonObject } from '../../../kernel/json.js';

/** What a person is asked before something is changed. */
export interface Question {
  /** What would be done, in words and data of the platform. */
  readonly about: string;
  /** What would change. */
  readonly shown: string;
  /** What shows that this very question was answered: told with the question and never before. */
  readonly code: string;
}

/** What the person has said, as far as the client tells. */
export interface Consent {
  /** Whether the client asks the person by itself: then nothing but that answer counts. */
  readonly asksPeople: boolean;
  /** The code of the question that was answered. */
  readonly code: string | undefined;
  /** Undefined as long as nothing was answered. */
  readonly said: 'yes' | 'no' | undefined;
}

/** The name of the one question in requests for input. */
export const QUESTION_KEY = 'confirm';

/** What the parameters of a call say of an answer to a question. */
export function readConsent(params: JsonObject, asksPeople: boolean): Consent {
  const { inputResponses, requestState } = params;
  const response = isJsonObject(inputResponses) ? inputResponses[QUESTION_KEY] : undefined;
  return {
    asksPeople,
    code: typeof requestState === 'string' ? requestState : undefined,
    said: isJsonObject(response) ? saidIn(response) : undefined,
  };
}

function saidIn({ action, content }: JsonObject): 'yes' | 'no' {
  const isYes = action === 'accept' && isJsonObject(content) && content[QUESTION_KEY] === true;
  return isYes ? 'yes' : 'no';
}

/** What the person types where the client cannot ask. */
export function phraseOf({ code }: Question): string {
  return `apply ${code}`;
}

/** How a question stands. */
export type Verdict = 'confirmed' | 'declined' | 'wrong' | 'asked';

/** Whether the question was answered, and how: by the client, or by the phrase where it cannot ask. */
export function verdictOn(question: Question, consent: Consent, phrase: unknown): Verdict {
  if (!consent.asksPeople) {
    if (phrase === undefined) return 'asked';
    return phrase === phraseOf(question) ? 'confirmed' : 'wrong';
  }
  if (consent.said === undefined) return 'asked';
  if (consent.said === 'no') return 'declined';
  return consent.code === question.code ? 'confirmed' : 'wrong';
}

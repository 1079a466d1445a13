import { type OpenAPIObject } from '@nestjs/swagger';
import { preferredEnvelope } from '../../src/api/http/prefer.js';
import { OpenApiChecker } from '../support/contract/openapi-checker.js';
import { type FuzzCall } from './fuzz-call.js';
import { type FuzzAnswer } from './send-call.js';

/** What is answered where no operation is; a path with an empty name is judged by who calls first. */
const NOWHERE = [204, 400, 401, 403, 404, 405, 408, 413, 415, 417, 431];

/** Says what is wrong with an answer. */
export class AnswerJudge {
  private readonly checker: OpenApiChecker;

  constructor(document: OpenAPIObject) {
    this.checker = new OpenApiChecker(document, true);
  }

  faultsOf(call: FuzzCall, answer: FuzzAnswer): readonly string[] {
    if (answer.lost !== undefined) return [answer.lost];
    // HEAD is answered as GET without the body, which is judged where it is.
    if (call.method === 'HEAD') return answer.status >= 500 ? [`${answer.status} to HEAD`] : [];
    const path = (call.target.split('?', 1)[0] ?? '').replace(/^\/+/, '/');
    const { method } = call;
    if (!this.checker.knows(method, path))
      return NOWHERE.includes(answer.status) ? [] : [`${answer.status} where no operation is`];
    return this.held(call, path, answer);
  }

  private held(call: FuzzCall, path: string, answer: FuzzAnswer): readonly string[] {
    const bare = preferredEnvelope(call.headers['prefer']) === 'bare';
    const { method } = call;
    try {
      return this.checker.check({ ...answer, method, path, bare });
    } catch (error) {
      return [`the answer is no ${answer.contentType}: ${String(error).slice(0, 200)}`];
    }
  }
}

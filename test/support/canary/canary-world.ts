import { type OperationId, operationSpec } from '../../../src/api/operations/operations.js';
import { type JsonObject, type JsonValue } from '../../../src/kernel/json.js';
import { aSignedInCaller } from '../sign-in.js';
import { type Answer, type CallOptions, type TestApp } from '../start-app.js';
import { type Canaries, type Sink } from './canaries.js';

/** A request that carries a secret where secrets belong. */
export interface Submission {
  /** The path of the operation with its parameters filled in; they are `absent` otherwise. */
  readonly path?: string;
  readonly body: JsonObject;
  readonly headers?: Readonly<Record<string, string>>;
  /** Whose request it is; the admin's when absent. */
  readonly token?: string;
}

/** Plants secrets through one operation; what it leaves must be readable by lists afterwards. */
export type Door = (world: CanaryWorld) => Promise<void>;

/** The platform as whoever plants secrets sees it: it keeps everything that anybody was answered. */
export class CanaryWorld {
  readonly #answers: Sink[] = [];
  #keys = 0;

  constructor(
    readonly platform: TestApp,
    readonly canaries: Canaries,
    readonly admin: string,
  ) {}

  get answers(): readonly Sink[] {
    return this.#answers;
  }

  /** Calls with the admin's token, unless another or none (`null`) is given. */
  async call<T>(
    method: string,
    path: string,
    { token = this.admin, ...options }: Omit<CallOptions, 'token'> & { token?: string | null } = {},
  ): Promise<Answer<T>> {
    const answer = await this.#ask<T>(method, path, {
      ...options,
      ...(token !== null && { token }),
    });
    this.#keep(`${method} ${path.split('?')[0] ?? ''}`, answer);
    return answer;
  }

  /** An answer that shows a new secret, as it is meant to this once: nobody else may show it. */
  async callForSecret<T>(
    what: string,
    [method, path, options]: readonly [string, string, CallOptions?],
    secretsOf: (answer: Answer<T>) => readonly string[],
  ): Promise<Answer<T>> {
    const answer = await this.#ask<T>(method, path, {
      // A form has a credential of its own.
      ...(options?.raw === undefined && path !== '/login' && { token: this.admin }),
      ...options,
    });
    if (answer.status >= 300) throw new Error(`${what}: ${answer.status} ${answer.text}`);
    for (const secret of secretsOf(answer)) this.canaries.issued(what, secret);
    return answer;
  }

  /** What another system was sent by the platform. */
  received(name: string, head: string, chunks: readonly Buffer[]): void {
    this.#answers.push({ name, bytes: Buffer.concat([Buffer.from(head), ...chunks]) });
  }

  /** Sends a secret as it is meant to be sent, then again in every way that is refused. */
  async submit(id: OperationId, submission: Submission): Promise<Answer> {
    const spec = operationSpec(id);
    const path = submission.path ?? spec.path.replace(/:\w+/g, 'absent');
    const isKept = spec.changes === true && spec.idempotency !== 'none';
    const key = { 'idempotency-key': `canary-${(this.#keys += 1)}` };
    const headers = { ...submission.headers, ...(isKept && key) };
    const send = (body: JsonObject, more: object = {}) =>
      this.call(spec.method, path, {
        headers,
        body,
        ...(submission.token !== undefined && { token: submission.token }),
        ...more,
      });
    const answer = await send(submission.body);
    if (answer.status >= 300) throw new Error(`${id}: ${answer.status} ${answer.text}`);
    await send(submission.body);
    await send({ ...submission.body, more: 1 });
    await this.#refused(spec.method, path, submission.body);
    return answer;
  }

  /** A session of an account; its token is a secret like any other. */
  async signIn(username: string, password: string): Promise<string> {
    const body = { username, password };
    const { text } = await this.callForSecret(
      'token of a session',
      ['POST', '/login', { body }],
      (answer) => [answer.text],
    );
    return text;
  }

  async #refused(method: string, path: string, body: JsonObject): Promise<void> {
    const text = JSON.stringify(body);
    const json = { 'content-type': 'application/json' };
    const stranger = await aSignedInCaller(this.platform.app);
    for (const wrong of [
      { body: { ...body, unknown: body } },
      { body: misplaced(body, (secret) => [secret]) },
      { body: misplaced(body, (secret) => ({ $ne: secret })) },
      { raw: text.slice(0, -2), headers: json },
      { raw: `${text}x`, headers: json },
      { raw: text, headers: { 'content-type': 'text/plain' } },
      { raw: text, headers: { 'content-type': 'application/xml' } },
      { raw: new URLSearchParams({ text }).toString(), headers: FORM },
      { body, headers: { 'if-match': '"0"' } },
      { body, token: null },
      { body, token: stranger },
      { body, token: null, headers: { cookie: `token=${this.admin}` } },
    ]) {
      await this.call(method, path, wrong);
    }
  }

  async #ask<T>(method: string, path: string, options: CallOptions): Promise<Answer<T>> {
    return this.platform.call<T>(method, path, options);
  }

  #keep(name: string, { text, headers }: Answer): void {
    const bytes = Buffer.from(`${JSON.stringify([...headers])}\n${text}`);
    this.#answers.push({ name: `answer to ${name}`, bytes });
  }
}

const FORM = { 'content-type': 'application/x-www-form-urlencoded' };

/** The same input with every text in a form that no text field takes. */
function misplaced(value: JsonObject, wrap: (text: string) => JsonValue): JsonObject {
  const change = (item: JsonValue): JsonValue => {
    if (typeof item === 'string') return wrap(item);
    if (Array.isArray(item)) return item.map(change);
    if (typeof item !== 'object' || item === null) return item;
    return misplaced(item, wrap);
  };
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, change(item)]));
}

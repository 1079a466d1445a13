import { createHash } from 'node:crypto';
import { isJsonObject, type JsonObject, type JsonValue } from '../../../kernel/json.js';
import { isDeeperThan } from '../../../kernel/json-depth.js';
import { type OutboundResponse } from '../../../platform/outbound/outbound-request.js';
import { AppError } from '../../../kernel/app-error.js';
import { type AnswerStore, type KeptAnswer } from '../answer-store.js';
import { RegistryError } from '../registry-error.js';
import { cachedPage, nextTarget, type PageContent } from './cached-page.js';
import { RegistryAnswerError } from './registry-answer-error.js';
import { type RegistryCall, type RegistryCalls } from './registry-calls.js';
import { refusalReason } from './refusal-reason.js';

/** A list of a registry: where it begins, and what is kept of its entries. */
export interface ListRequest<T extends JsonValue> {
  /** Path and query below the base, with the `per_page` that is wanted. */
  readonly target: string;
  /** What is kept of an entry; null leaves it out. */
  readonly read: (entry: JsonObject) => T | null;
  /** The list in the body; the body itself when absent. */
  readonly entriesOf?: (body: JsonValue) => JsonValue | undefined;
}

/** A file, or anything that is no JSON. */
export interface BytesRequest extends RegistryCall {
  readonly limitBytes: number;
}

/** What stands around the calls of one registry. */
export interface RegistryHttpOptions {
  readonly answers: AnswerStore;
  /** For the words of refusals. */
  readonly hasToken: boolean;
}

interface Page<T extends JsonValue> extends PageContent<T> {
  readonly next: string | null;
}

const PAGES_MAX = 1000;
const ENTRIES_MAX = 100_000;
const DEPTH_MAX = 100;
/** Part of the keys of kept answers: counts up when what is kept changes its form. */
const KEPT_FORM = 1;

/**
 * Reads a registry's API: lists over all their pages, objects and files. Lists and objects are asked
 * for again only when they changed (ADR 0176 says why no library does it).
 *
 * All methods throw RegistryAnswerError for an answer of 4xx or 5xx, RegistryPaused when the registry
 * wants no calls for long, RegistryError for what is no answer of such an API or none at all, and the
 * reason of the signal.
 */
export class RegistryHttp {
  constructor(
    private readonly calls: RegistryCalls,
    private readonly options: RegistryHttpOptions,
  ) {}

  /** The entries of a list over all its pages, at most a thousand of them. */
  async *list<T extends JsonValue>(
    request: ListRequest<T>,
    signal: AbortSignal,
  ): AsyncGenerator<T> {
    const seen = new Set<string>();
    let entries = 0;
    let target: string | null = request.target;
    while (target !== null) {
      if (seen.has(target)) throw this.#error('names a page as the next that came before');
      seen.add(target);
      const page: Page<T> = await this.#page({ ...request, target }, signal);
      entries += page.count;
      if (seen.size > PAGES_MAX || entries > ENTRIES_MAX) {
        throw this.#error(`lists more than ${ENTRIES_MAX} entries or ${PAGES_MAX} pages`);
      }
      yield* page.entries;
      target = page.count === 0 ? null : page.next;
    }
  }

  /** What is kept of one object; null when there is none. */
  async object<T extends JsonValue>(
    target: string,
    read: (body: JsonObject) => T | null,
    signal: AbortSignal,
  ): Promise<T | null> {
    try {
      return await this.existing(target, read, signal);
    } catch (error) {
      if (error instanceof RegistryAnswerError && error.status === 404) return null;
      throw error;
    }
  }

  /** The same for what has to be there: 404 is a refusal; null for what is not kept of it. */
  async existing<T extends JsonValue>(
    target: string,
    read: (body: JsonObject) => T | null,
    signal: AbortSignal,
  ): Promise<T | null> {
    const page = await this.#page({ target, read, entriesOf: (body) => [body] }, signal);
    return page.entries[0] ?? null;
  }

  /**
   * A file as it is; null when there is none. It is not kept: ask for what cannot change.
   * @throws AppError with code `upstream-too-large` above the limit.
   */
  async bytes(request: BytesRequest, signal: AbortSignal): Promise<Buffer | null> {
    const { status, body } = await this.calls.get(request, signal);
    if (status === 404) return null;
    if (status !== 200) throw this.#refusal(status, body);
    return body;
  }

  async #page<T extends JsonValue>(request: ListRequest<T>, signal: AbortSignal): Promise<Page<T>> {
    const { target } = request;
    const { base } = this.calls;
    const key = this.#keyOf(target);
    const kept = await this.options.answers.get(key);
    const before = cachedPage<T>(kept);
    const answer = await this.#ask(target, before ? kept : null, signal);
    if (answer.status === 304 && before) {
      const nextPage = kept?.nextPage ?? null;
      const next = nextTarget(base, target, answer, { nextPage, count: before.count });
      return { ...before, next };
    }
    const content = this.#read(request, answer);
    const next = nextTarget(base, target, answer, { nextPage: null, count: 0 });
    const { count, entries } = content;
    await this.#keep(key, answer, { nextPage: next, content: { count, entries: [...entries] } });
    return { ...content, next };
  }

  async #ask(
    target: string,
    kept: KeptAnswer | null,
    signal: AbortSignal,
  ): Promise<OutboundResponse> {
    const headers = kept ? { 'if-none-match': kept.etag } : {};
    try {
      return await this.calls.get({ target, headers }, signal);
    } catch (error) {
      // Of a file that would be the file's fault.
      if (error instanceof AppError) throw new RegistryError(error.detail, { cause: error });
      throw error;
    }
  }

  #read<T extends JsonValue>(
    { read, entriesOf }: ListRequest<T>,
    { status, body }: OutboundResponse,
  ): PageContent<T> {
    if (status !== 200) throw this.#refusal(status, body);
    const value = this.#json(body);
    const list = entriesOf ? entriesOf(value) : value;
    // What is left out counts as removed, so nothing strange is.
    if (!Array.isArray(list) || !list.every(isJsonObject)) {
      throw this.#error('does not answer as such a registry does');
    }
    const entries = list
      .map((entry) => read(entry))
      .filter((entry): entry is T & (T | null) => entry !== null);
    return { entries, count: list.length };
  }

  async #keep(
    key: string,
    { headers }: OutboundResponse,
    kept: Omit<KeptAnswer, 'etag'>,
  ): Promise<void> {
    const { etag } = headers;
    if (typeof etag === 'string') await this.options.answers.put(key, { etag, ...kept });
  }

  #json(body: Buffer): JsonValue {
    if (isDeeperThan(body, DEPTH_MAX)) throw this.#error('answers with JSON of absurd depth');
    try {
      return JSON.parse(body.toString('utf8')) as JsonValue;
    } catch (error) {
      throw this.#error('answers with something that is not JSON', error);
    }
  }

  #keyOf(target: string): string {
    return createHash('sha256')
      .update(`${KEPT_FORM}\n${this.calls.base.href(target)}`)
      .digest('hex');
  }

  #refusal(status: number, body: Buffer): RegistryAnswerError {
    const words = refusalReason(status, body, this.options.hasToken);
    return new RegistryAnswerError(status, `${this.calls.base.host}: ${words}`);
  }

  #error(words: string, cause?: unknown): RegistryError {
    return new RegistryError(`${this.calls.base.host} ${words}`, { cause });
  }
}

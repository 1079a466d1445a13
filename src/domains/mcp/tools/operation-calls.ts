import { type InternalApi, type InternalAnswer } from '#api/http/internal-api.js';
import { type PresentedIdentity } from '#api/request/presented-identity.decorator.js';
import { type OperationId, operationSpec } from '#api/operations/operations.js';
import { invalidInput } from '#kernel/app-error.js';
import { isJsonObject, type JsonObject, type JsonValue } from '#kernel/json.js';
import { OperationRefused } from './operation-refused.js';

const SIZE_MAX = 16 * 1024 * 1024;
/** Devices and orchestrators take their time. */
const DEADLINE_MS = 120_000;

/** What an operation is called with. */
export interface OperationInput {
  /** Parts of its path, by name. */
  readonly path?: Readonly<Record<string, string>>;
  /** Options on the query string; objects become bracketed keys. */
  readonly query?: JsonObject;
  readonly body?: JsonValue;
}

/** Calls operations of the platform in the name of whoever called a tool, by every rule that holds for requests. */
export class OperationCalls {
  constructor(
    private readonly api: InternalApi,
    private readonly identity: PresentedIdentity,
  ) {}

  /** @throws OperationRefused for every status of a failure; AppError for a call that got no answer. */
  async call(id: OperationId, input: OperationInput = {}): Promise<JsonValue> {
    const { status, body } = await this.send(id, input);
    if (status >= 400) throw new OperationRefused(status, body);
    return body;
  }

  private async send(id: OperationId, input: OperationInput): Promise<InternalAnswer> {
    const { method, path } = operationSpec(id);
    const query = queryText(input.query ?? {});
    const url = `${filledIn(path, input.path ?? {})}${query === '' ? '' : `?${query}`}`;
    const { body } = input;
    const limits = { deadlineMs: DEADLINE_MS, sizeBytes: SIZE_MAX };
    return this.api.call({ method, url, body, via: 'mcp' }, this.identity, limits);
  }
}

/** @throws AppError `invalid-input` for a name that would lead to another path. */
function filledIn(path: string, parts: Readonly<Record<string, string>>): string {
  return path.replace(/:(\w+)/g, (_, name: string) => {
    const part = parts[name] ?? '';
    if (part === '' || part === '.' || part === '..')
      throw invalidInput([{ pointer: `#/${name}`, detail: 'is no id or name' }]);
    return encodeURIComponent(part);
  });
}

function queryText(query: JsonObject, within = ''): string {
  return Object.entries(query)
    .map(([key, value]) => {
      const name = within === '' ? key : `${within}[${key}]`;
      if (isJsonObject(value)) return queryText(value, name);
      const text = Array.isArray(value) ? value.map(textOf).join() : textOf(value);
      return `${encodeURIComponent(name)}=${encodeURIComponent(text)}`;
    })
    .filter((text) => text !== '')
    .join('&');
}

function textOf(value: JsonValue): string {
  return typeof value === 'string' ? value : JSON.stringify(value);
}

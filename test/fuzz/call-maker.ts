import { isJsonObject, type JsonValue } from '../../src/kernel/json.js';
import { changedValue } from './changed-value.js';
import { type FuzzOperation } from './contract.js';
import { type CallerName, CALLERS, CREDENTIALS, type FuzzCall } from './fuzz-call.js';
import {
  encodeLoosely,
  hostileBody,
  hostileContentType,
  hostileHeader,
  hostileMethod,
  hostilePath,
  hostileQuery,
} from './hostile-requests.js';
import { type Inputs } from './inputs.js';
import { type Random } from './random.js';

/** The parts of a request before they are put together. */
interface Draft {
  method: string;
  path: string;
  query: string;
  readonly headers: Record<string, string>;
  value: JsonValue | undefined;
  bytes: Buffer | undefined;
}

/** What may be wrong with a request, and how often: what gets far in comes often. */
const FAULTS = {
  none: 30,
  value: 40,
  query: 8,
  path: 7,
  noisyQuery: 5,
  header: 8,
  body: 15,
} as const;

/** Makes calls: one that may well be carried out, and then one or two things that are wrong with it. */
export class CallMaker {
  constructor(private readonly inputs: Inputs) {}

  make(index: number, operation: FuzzOperation, random: Random): FuzzCall {
    const draft = this.draft(operation, random);
    const count = random.chance(0.15) ? 2 : 1;
    for (let left = count; left > 0; left -= 1) this.spoil(draft, operation, random);
    if (draft.value !== undefined) {
      draft.bytes ??= Buffer.from(JSON.stringify(draft.value));
      draft.headers['content-type'] ??= 'application/json';
    }
    return {
      index,
      operationId: operation.id,
      caller: callerOf(random),
      credential: random.weighted(CREDENTIALS),
      method: draft.method,
      target: draft.path + (draft.query === '' ? '' : `?${draft.query}`),
      headers: { 'x-forwarded-for': `10.0.${random.below(250)}.1`, ...draft.headers },
      ...(draft.bytes && { body: draft.bytes.toString('base64') }),
    };
  }

  private draft(operation: FuzzOperation, random: Random): Draft {
    const path = operation.path.replace(/\{(\w+)\}/g, (_, name: string) =>
      encodeLoosely(this.inputs.parameter(operation, name, random)),
    );
    return {
      method: operation.method,
      path,
      query: queryText(this.inputs.query(operation, random)),
      headers: {},
      value: this.inputs.body(operation, random),
      bytes: undefined,
    };
  }

  private spoil(draft: Draft, operation: FuzzOperation, random: Random): void {
    switch (random.weighted(FAULTS)) {
      case 'none':
        return;
      case 'value':
        this.spoilValue(draft, operation, random);
        return;
      case 'query':
        draft.query = queryText(changedValue(this.inputs.query(operation, random), random));
        return;
      case 'noisyQuery':
        draft.query = [draft.query, hostileQuery(random)].filter(Boolean).join('&');
        return;
      case 'path':
        draft.path = hostilePath(draft.path, random);
        return;
      case 'header': {
        const [name, value] = hostileHeader(random);
        draft.headers[name] = value;
        return;
      }
      case 'body':
        spoilBody(draft, random);
    }
  }

  private spoilValue(draft: Draft, operation: FuzzOperation, random: Random): void {
    if (draft.value !== undefined) draft.value = changedValue(draft.value, random);
    else if (operation.method === 'GET')
      draft.value = changedValue(this.inputs.query(operation, random), random);
    else draft.query = queryText(changedValue({ x: 1 }, random));
  }
}

/** What may be wrong with a body as it is written. */
function spoilBody(draft: Draft, random: Random): void {
  switch (random.weighted({ bytes: 8, contentType: 3, method: 2, bodyless: 2 })) {
    case 'bytes':
      draft.value ??= { a: 1 };
      draft.bytes = hostileBody(draft.value, random);
      return;
    case 'contentType':
      draft.value ??= { a: 1 };
      draft.headers['content-type'] = hostileContentType(random);
      return;
    case 'method':
      draft.method = hostileMethod(random);
      return;
    case 'bodyless':
      draft.value = undefined;
  }
}

function callerOf(random: Random): CallerName {
  return random.chance(0.7) ? 'admin' : random.pick(CALLERS);
}

/** Members as a query string: objects in brackets, lists as repeated names. */
function queryText(members: JsonValue): string {
  if (!isJsonObject(members)) return encodeLoosely(JSON.stringify(members));
  const pairs = Object.entries(members).flatMap(([name, value]) => pairsOf(name, value, 0));
  return pairs.join('&').slice(0, 12_000);
}

function pairsOf(name: string, value: JsonValue, depth: number): readonly string[] {
  if (depth < 5 && isJsonObject(value))
    return Object.entries(value).flatMap(([key, below]) =>
      pairsOf(`${name}[${key}]`, below, depth + 1),
    );
  if (depth < 5 && Array.isArray(value))
    return value.slice(0, 50).flatMap((item) => pairsOf(name, item, depth + 1));
  const text = typeof value === 'string' ? value : JSON.stringify(value);
  return [`${encodeLoosely(name)}=${encodeLoosely(text)}`];
}

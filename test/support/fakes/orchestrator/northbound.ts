import { isJsonObject, type JsonObject, type JsonValue } from '#kernel/json.js';
import { assertKnownQuery, commitOptions, type Query } from './commit-options.js';
import { changedAt, entries, merged, mergedObject, readAt } from './data-tree.js';
import { invalidValue, malformed, noSuchPath, RestconfError } from './restconf-error.js';
import { keyText, type SchemaTree, type Step } from './schema-tree.js';
import { shownWithin } from './shown-within.js';
import { type Transactions } from './transactions.js';
import { type YangModule, type YangNode } from './yang.js';

/** A request as the northbound needs it. */
export interface NorthboundRequest {
  readonly method: string;
  readonly path: string;
  readonly query: Query;
  readonly params: string | undefined;
  readonly contentType: string;
  readonly body: string;
}

export interface NorthboundAnswer {
  readonly status: number;
  readonly body?: JsonObject;
  readonly location?: string;
}

const ROOT = '/restconf';
const ALLOWED = ['GET', 'HEAD', 'OPTIONS', 'POST', 'PUT', 'PATCH', 'DELETE'];

/** The RESTCONF northbound (RFC 8040) over one datastore. */
export class Northbound {
  constructor(
    private readonly schema: SchemaTree,
    private readonly transactions: Transactions,
  ) {}

  /** @throws RestconfError for everything that is refused. */
  answer(request: NorthboundRequest): NorthboundAnswer {
    const { method, path } = request;
    if (!ALLOWED.includes(method)) throw new RestconfError(405, 'operation-not-supported', method);
    if (method === 'OPTIONS') return { status: 200 };
    const [area = '', ...segments] = below(path);
    if (area === 'data') return this.dataAnswer(request, segments);
    if (area === 'operations') return this.operation(request, segments);
    if (area === 'yang-library-version') return this.reading({ [LIBRARY_VERSION]: '2019-01-04' });
    if (area !== '') throw noSuchPath();
    return this.root();
  }

  private dataAnswer(request: NorthboundRequest, segments: readonly string[]): NorthboundAnswer {
    const reads = request.method === 'GET' || request.method === 'HEAD';
    assertKnownQuery(request.query, reads);
    return reads ? this.read(request, segments) : this.change(request, segments);
  }

  private root(): NorthboundAnswer {
    const restconf = { data: {}, operations: {}, 'yang-library-version': '2019-01-04' };
    return this.reading({ 'ietf-restconf:restconf': restconf });
  }

  private reading(body: JsonObject): NorthboundAnswer {
    return { status: 200, body };
  }

  private operation(
    { method, body }: NorthboundRequest,
    [name, ...rest]: string[],
  ): NorthboundAnswer {
    const all = this.schema.modules.flatMap(({ name: module, operations = {} }) =>
      Object.entries(operations).map(([local, node]) => [`${module}:${local}`, node] as const),
    );
    if (name === undefined && method === 'GET') {
      return this.reading({
        'ietf-restconf:operations': Object.fromEntries(all.map(([rpc]) => [rpc, [null]])),
      });
    }
    const found = all.find(([rpc]) => rpc === decodeURIComponent(name ?? ''));
    if (!found || rest.length > 0) throw noSuchPath();
    if (method !== 'POST') throw new RestconfError(405, 'operation-not-supported', method);
    return acted(found[1], found[0].split(':')[0] ?? '', body, []);
  }

  private read(request: NorthboundRequest, segments: readonly string[]): NorthboundAnswer {
    const library = libraryAnswer(this.schema.modules, segments);
    if (library) return this.reading(library);
    const { running } = this.transactions;
    if (segments.length === 0) {
      return this.reading({ 'ietf-restconf:data': shownWithin(running, request.query) });
    }
    const steps = this.schema.resolve(segments);
    const last = steps.at(-1);
    if (!last || last.node.kind === 'action') throw noSuchPath();
    const value = readAt(running, steps);
    if (value === undefined) return this.absent(last, steps);
    const shown = last.node.kind === 'list' && last.keys ? [value] : value;
    return this.reading({ [qualified(last)]: shownWithin(shown, request.query) });
  }

  /** An entry or leaf that is not there is 404; an empty list or container is there, but has nothing. */
  private absent(last: Step, steps: readonly Step[]): NorthboundAnswer {
    const parents = steps.slice(0, -1).filter(({ keys }) => keys);
    const hasParents = parents.every((_, at) => {
      const upTo = steps.indexOf(parents[at] ?? last) + 1;
      return readAt(this.transactions.running, steps.slice(0, upTo)) !== undefined;
    });
    const isEmpty = !last.keys && (last.node.kind === 'list' || last.node.kind === 'container');
    if (!hasParents || !isEmpty) throw noSuchPath();
    return { status: 204 };
  }

  private change(request: NorthboundRequest, segments: readonly string[]): NorthboundAnswer {
    const steps = this.schema.resolve(segments);
    const last = steps.at(-1);
    if (last?.node.kind === 'action') return this.act(request, steps, last);
    const options = commitOptions(request.query, request.params);
    const edit = this.edited(request, steps);
    const outcome = this.transactions.commit(edit.after, options);
    if (outcome.kind !== 'committed') return { status: 200, body: outcome.answer };
    return edit.answer;
  }

  private act({ method, body }: NorthboundRequest, steps: Step[], action: Step): NorthboundAnswer {
    if (method !== 'POST') throw new RestconfError(405, 'operation-not-supported', method);
    const owner = steps.slice(0, -1);
    if (owner.some(({ keys }) => keys) && readAt(this.transactions.running, owner) === undefined) {
      throw noSuchPath();
    }
    const keys = owner.flatMap((step) => step.keys ?? []);
    if (action.name === 'check-sync') return this.checkSync(keys.at(-1));
    if (action.name === 'sync-from')
      for (const key of keys) this.transactions.outOfSync.delete(key);
    return acted(action.node, action.module, body, keys);
  }

  private checkSync(device: string | undefined): NorthboundAnswer {
    if (device === undefined) return this.reading({ 'tailf-ncs:output': { 'sync-result': [] } });
    const result = this.transactions.outOfSync.has(device) ? 'out-of-sync' : 'in-sync';
    return this.reading({ 'tailf-ncs:output': { result } });
  }

  private edited(
    request: NorthboundRequest,
    steps: Step[],
  ): { after: JsonObject; answer: NorthboundAnswer } {
    const { running } = this.transactions;
    const present = readAt(running, steps);
    if (request.method === 'DELETE') {
      if (steps.length === 0) throw invalidValue('the datastore cannot be deleted');
      if (present === undefined) throw noSuchPath();
      return { after: changedAt(running, steps, () => undefined), answer: { status: 204 } };
    }
    const document = this.document(request);
    if (request.method === 'POST') return this.created(steps, present, document, request.path);
    if (request.method === 'PATCH') return this.patched(steps, present, document);
    return this.replaced(steps, present, document, request.path);
  }

  private created(
    steps: Step[],
    present: JsonValue | undefined,
    document: JsonObject,
    path: string,
  ): { after: JsonObject; answer: NorthboundAnswer } {
    const parent = steps.at(-1);
    assertPlace(parent, present);
    const judged = this.schema.judged(parent, document, '');
    const [[name, content] = ['', null], ...others] = Object.entries(judged);
    if (others.length > 0) throw malformed('more than one resource to create');
    const node = this.nodeAt(parent, name);
    const old = isJsonObject(present) ? present[name] : undefined;
    const keys = keysOfOne(node, content);
    if (isTaken(node, old, keys))
      throw new RestconfError(409, 'data-exists', 'object already exists');
    const after = changedAt(this.transactions.running, steps, (was) => ({
      ...(isJsonObject(was) ? was : {}),
      [name]: merged(node, old, content),
    }));
    const place = keys.length > 0 ? `=${keys.map(encodeURIComponent).join(',')}` : '';
    return {
      after,
      answer: { status: 201, location: `${path}/${Object.keys(document).join()}${place}` },
    };
  }

  private patched(
    steps: Step[],
    present: JsonValue | undefined,
    document: JsonObject,
  ): { after: JsonObject; answer: NorthboundAnswer } {
    const { running } = this.transactions;
    const answer = { status: 204 };
    const last = steps.at(-1);
    if (!last) {
      const given = isJsonObject(document[DATA]) ? document[DATA] : document;
      const judged = this.schema.judged(undefined, given, '');
      const nodes = Object.fromEntries(
        Object.keys(judged).map((name) => [name, this.nodeAt(undefined, name)]),
      );
      return { after: mergedObject(nodes, running, judged), answer };
    }
    if (present === undefined && last.keys) throw noSuchPath();
    const content = this.content(steps, document);
    const after = changedAt(running, steps, (was) => this.mergedInto(last, was, content));
    return { after, answer };
  }

  private mergedInto(last: Step, was: JsonValue | undefined, content: JsonValue): JsonValue {
    if (!last.keys) return merged(last.node, was, content);
    const [entry = {}] = entries(content);
    return mergedObject(last.node.children ?? {}, isJsonObject(was) ? was : {}, entry);
  }

  private replaced(
    steps: Step[],
    present: JsonValue | undefined,
    document: JsonObject,
    path: string,
  ): { after: JsonObject; answer: NorthboundAnswer } {
    const last = steps.at(-1);
    if (!last) throw new RestconfError(405, 'operation-not-supported', 'PUT of the datastore');
    const content = this.content(steps, document);
    const value = last.keys ? entries(content)[0] : content;
    const after = changedAt(this.transactions.running, steps, () => value);
    const answer = present === undefined ? { status: 201, location: path } : { status: 204 };
    return { after, answer };
  }

  /** The document of a PUT or PATCH names its target, and has its keys. */
  private content(steps: readonly Step[], document: JsonObject): JsonValue {
    const judged = this.schema.judged(steps.at(-2), document, '');
    const last = steps.at(-1);
    const value = last && judged[last.name];
    if (value === undefined || Object.keys(judged).length !== 1) {
      throw malformed('the body must be one resource, that of the path');
    }
    if (last?.keys && JSON.stringify(keysOfOne(last.node, value)) !== JSON.stringify(last.keys)) {
      throw invalidValue('the keys of the body are not those of the path');
    }
    return value;
  }

  private document({ body, contentType }: NorthboundRequest): JsonObject {
    const type = contentType.split(';')[0]?.trim().toLowerCase();
    if (type !== 'application/yang-data+json' && type !== 'application/json') {
      throw new RestconfError(
        415,
        'operation-not-supported',
        `unsupported media type: ${type ?? ''}`,
      );
    }
    return parsedObject(body);
  }

  private nodeAt(parent: Step | undefined, name: string): YangNode {
    const node = parent ? parent.node.children?.[name] : this.schema.topNode(name);
    if (!node) throw malformed(`unknown element: ${name}`);
    return node;
  }
}

const DATA = 'ietf-restconf:data';
const LIBRARY_VERSION = 'ietf-restconf:yang-library-version';

function below(path: string): string[] {
  if (path !== ROOT && !path.startsWith(`${ROOT}/`)) throw noSuchPath();
  return path
    .slice(ROOT.length + 1)
    .replace(/\/$/, '')
    .split('/');
}

function acted(
  { act }: YangNode,
  module: string,
  body: string,
  keys: readonly string[],
): NorthboundAnswer {
  const document = body.trim() === '' ? {} : parsedObject(body);
  const given = Object.entries(document).find(([name]) => /(^|:)input$/.test(name))?.[1];
  if (Object.keys(document).length > (given === undefined ? 0 : 1))
    throw malformed('expected input');
  const output = act?.(isJsonObject(given) ? given : {}, keys);
  if (output === undefined) return { status: 204 };
  return { status: 200, body: { [`${module}:output`]: output } };
}

function parsedObject(body: string): JsonObject {
  try {
    const value: unknown = JSON.parse(body);
    if (isJsonObject(value)) return value;
  } catch {
    // said below
  }
  throw malformed('invalid JSON object');
}

/** Only containers, entries and the datastore itself hold something that can be created. */
function assertPlace(parent: Step | undefined, present: JsonValue | undefined): void {
  if (!parent || (parent.node.kind === 'container' && !parent.keys)) return;
  if (!parent.keys || present === undefined) throw noSuchPath();
}

/** The keys of a document that is one entry; none for what is no list. */
function keysOfOne(node: YangNode, content: JsonValue): string[] {
  if (node.kind !== 'list') return [];
  const [entry, ...others] = entries(content);
  if (!entry || others.length > 0) throw malformed('expected one entry');
  return (node.keys ?? []).map((key) => keyText(entry[key]));
}

function isTaken(node: YangNode, old: JsonValue | undefined, keys: readonly string[]): boolean {
  if (node.kind !== 'list') return old !== undefined;
  const same = (entry: JsonObject): boolean =>
    (node.keys ?? []).every((key, at) => keyText(entry[key]) === keys[at]);
  return entries(old).some(same);
}

function qualified({ module, name }: Step): string {
  return name.includes(':') ? name : `${module}:${name}`;
}

/** RFC 7895 and RFC 8525: which modules are there. */
function libraryAnswer(
  modules: readonly YangModule[],
  segments: readonly string[],
): JsonObject | undefined {
  const module = modules.map(({ name, revision, namespace }) => ({
    name,
    revision,
    namespace,
    'conformance-type': 'implement',
  }));
  if (segments.length !== 1) return undefined;
  if (segments[0] === 'ietf-yang-library:modules-state') {
    return { 'ietf-yang-library:modules-state': { 'module-set-id': 'a1', module } };
  }
  if (segments[0] !== 'ietf-yang-library:yang-library') return undefined;
  const set = module.map(({ name, revision, namespace }) => ({ name, revision, namespace }));
  return {
    'ietf-yang-library:yang-library': {
      'module-set': [{ name: 'common', module: set }],
      'content-id': 'a1',
    },
  };
}

import { isJsonObject, type JsonObject, type JsonValue } from '../../kernel/json.js';
import { attributePath, pathKey } from './attribute-path.js';
import { type Edit, editResource, isNeverKept, isWritable } from './edit-resource.js';
import { type PatchTarget } from './filter.js';
import { parseTarget } from './parse-filter.js';
import { type ResourceType } from './schema.js';
import { scimError } from './scim-error.js';

const OPERATIONS_MAX = 1000;
const OPS = ['add', 'replace', 'remove'] as const;

/** What a request says, and the attributes of it that are never kept. */
export interface ReadRequest<T> {
  readonly read: T;
  readonly ignored: readonly string[];
}

/**
 * A resource as a client sends it: what its attributes become, by the names of its schema. Read-only ones are
 * passed over, as RFC 7644, 3.3 asks.
 * @throws AppError `invalid-input` with the word of SCIM
 */
export function readBody(type: ResourceType, body: unknown): ReadRequest<readonly Edit[]> {
  return editsOf(type, asObject(body), 'replace');
}

/**
 * The changes of a PATCH in the order of the request, with one target each.
 * @throws AppError `invalid-input` with the word of SCIM
 */
export function readPatch(type: ResourceType, body: unknown): ReadRequest<readonly Edit[]> {
  const operations = memberOf(asObject(body), 'operations');
  if (!Array.isArray(operations) || operations.length === 0)
    throw scimError('invalidSyntax', 'Operations must be a list of operations');
  if (operations.length > OPERATIONS_MAX)
    throw scimError('tooMany', `There are more than ${OPERATIONS_MAX} operations`);
  const parts = operations.map((operation) => readOperation(type, asObject(operation)));
  return { read: parts.flatMap(({ read }) => read), ignored: parts.flatMap((one) => one.ignored) };
}

/**
 * The resource after the changes, complete as its schema asks; the given one stays as it is.
 * @throws AppError `invalid-input` with the word of SCIM
 */
export function patched(
  type: ResourceType,
  resource: JsonObject,
  edits: readonly Edit[],
): JsonObject {
  const next = structuredClone(resource);
  for (const edit of edits) editResource(next, edit);
  assertComplete(type, next);
  return next;
}

function readOperation(type: ResourceType, operation: JsonObject): ReadRequest<readonly Edit[]> {
  const op = opOf(operation);
  const path = memberOf(operation, 'path') ?? '';
  const value = memberOf(operation, 'value');
  if (path === '') {
    if (op === 'remove') throw scimError('noTarget', 'remove needs a path');
    return editsOf(type, asObject(value, 'The value of an operation without a path'), op);
  }
  const target = parseTarget(textOf(path), type);
  if (op !== 'remove' && value === undefined)
    throw scimError('invalidValue', `${op} needs a value`);
  if (isNeverKept(target)) return { read: [], ignored: [pathKey(target.path)] };
  if (!isWritable(target)) throw scimError('mutability', `${pathKey(target.path)} is read-only`);
  return { read: [{ op, target, value }], ignored: [] };
}

function textOf(path: JsonValue): string {
  if (typeof path === 'string') return path;
  throw scimError('invalidPath', 'path must be a text');
}

function opOf(operation: JsonObject): Edit['op'] {
  const given = memberOf(operation, 'op');
  const word = typeof given === 'string' ? given.toLowerCase() : '';
  const op = OPS.find((one) => one === word);
  if (op) return op;
  throw scimError('invalidSyntax', 'op must be add, replace or remove');
}

/** The members of an object, each under a name or a path: `{"name.givenName": "Ada"}`. */
function editsOf(
  type: ResourceType,
  given: JsonObject,
  op: 'add' | 'replace',
): ReadRequest<readonly Edit[]> {
  const edits: Edit[] = [];
  const ignored: string[] = [];
  for (const [key, value] of Object.entries(given)) {
    if (key.toLowerCase() === 'schemas') continue;
    const target = targetNamed(type, key);
    if (isNeverKept(target)) ignored.push(key);
    else if (isWritable(target)) edits.push({ op, target, value });
  }
  return { read: edits, ignored };
}

function targetNamed(type: ResourceType, key: string): PatchTarget {
  const path = attributePath(type, key);
  if (path) return { path };
  if (key.includes('[')) return parseTarget(key, type);
  throw scimError('invalidSyntax', `${key} is no attribute of ${type.name}`);
}

function assertComplete({ attributes }: ResourceType, resource: JsonObject): void {
  const missing = attributes.find(({ required, name }) => required && resource[name] === undefined);
  if (missing) throw scimError('invalidValue', `${missing.name} is required`);
}

function asObject(value: unknown, what = 'The body'): JsonObject {
  if (isJsonObject(value)) return value;
  throw scimError('invalidSyntax', `${what} must be an object`);
}

/** Clients write the names of messages in any case. */
function memberOf(message: JsonObject, name: string): JsonValue | undefined {
  const key = Object.keys(message).find((one) => one.toLowerCase() === name);
  return key === undefined ? undefined : message[key];
}

import { type Validator } from '@seriousme/openapi-schema-validator';
import { type Fault } from '../../../kernel/app-error.js';
import { isJsonObject, type JsonObject, type JsonValue } from '../../../kernel/json.js';
import { ownObject, ownValue } from '../../../kernel/json-reading.js';
import { jsonPointer } from '../../../kernel/json-pointer.js';
import { ownText } from '../openapi/local-refs.js';
import { readOperations } from '../openapi/model-operations.js';

/** Most operations of a model; the largest public documents have about a thousand. */
export const OPERATIONS_MAX = 5000;
const FAULTS_MAX = 10;
const VERSION = /^3\.[01]\.\d{1,4}$/;
/** Below these a `$ref` is somebody's data. */
const DATA_KEYS: ReadonlySet<string> = new Set(['example', 'examples', 'default', 'enum', 'const']);
const METHOD = /^(?:get|put|post|delete|options|head|patch|trace)$/;

/** Loading the library and compiling its rules takes a quarter of a second: once, when first needed. */
let loading: Promise<Validator> | undefined;

async function loadValidator(): Promise<Validator> {
  const library = await import('@seriousme/openapi-schema-validator');
  return new library.Validator();
}

/**
 * What keeps an OpenAPI document from being a model, by pointers into the document; nothing when it
 * is one. The document must have passed `assertStorable`, which bounds its depth and size. No
 * reference is ever fetched: one that leads out of the document is a fault.
 */
export async function modelProblems(document: JsonObject): Promise<readonly Fault[]> {
  const version = ownValue(document, 'openapi');
  if (typeof version !== 'string' || !VERSION.test(version))
    return [{ pointer: '#/openapi', detail: 'must be a version 3.0 or 3.1' }];
  const external = externalReferences(document);
  if (external.length > 0) return external;
  const tooMany = operationCountFault(document);
  if (tooMany) return [tooMany];
  const invalid = await schemaFaults(document);
  return invalid.length > 0 ? invalid : identityFaults(document);
}

async function schemaFaults(document: JsonObject): Promise<readonly Fault[]> {
  const validator = await (loading ??= loadValidator());
  const { valid, errors } = await validator.validate(document);
  // It would keep the document for as long as the platform runs.
  validator.specification = {};
  if (valid) return [];
  if (!Array.isArray(errors))
    return [{ pointer: '#', detail: 'has a reference that leads nowhere' }];
  const faults = errors.map(({ instancePath, message = 'is not valid' }) => ({
    pointer: jsonPointer(instancePath.split('/').slice(1).map(unescaped)),
    detail: `${message} (OpenAPI)`,
  }));
  const distinct = new Map(faults.map((fault) => [`${fault.pointer} ${fault.detail}`, fault]));
  return [...distinct.values()].slice(0, FAULTS_MAX);
}

/** What the rules of OpenAPI cannot say: names that tell models and operations apart. */
function identityFaults(document: JsonObject): readonly Fault[] {
  const faults: Fault[] = [];
  const info = ownObject(document, 'info');
  for (const key of ['title', 'version']) {
    const text = (ownText(info, key) ?? '').trim();
    if (text === '' || text.length > 200 || /\p{Cc}/u.test(text))
      faults.push({ pointer: jsonPointer(['info', key]), detail: 'must be 1 to 200 characters' });
  }
  const seen = new Set<string>();
  for (const { operationId, method, path } of readOperations(document)) {
    if (seen.has(operationId))
      faults.push({
        pointer: jsonPointer(['paths', path, method.toLowerCase(), 'operationId']),
        detail: 'is the operationId of another operation, too',
      });
    seen.add(operationId);
  }
  return faults.slice(0, FAULTS_MAX);
}

/** Counted before anything reads the operations: shared path items could multiply them. */
function operationCountFault(document: JsonObject): Fault | undefined {
  const items = Object.values(ownObject(document, 'paths')).filter(isJsonObject);
  const count = items.reduce(
    (sum, item) => sum + Math.max(1, Object.keys(item).filter((key) => METHOD.test(key)).length),
    0,
  );
  if (count <= OPERATIONS_MAX) return undefined;
  return { pointer: '#/paths', detail: `must have at most ${OPERATIONS_MAX} operations` };
}

function externalReferences(document: JsonObject): readonly Fault[] {
  const faults: Fault[] = [];
  const walk = (value: JsonValue, path: readonly (string | number)[]): void => {
    if (faults.length >= FAULTS_MAX || typeof value !== 'object' || value === null) return;
    if (!Array.isArray(value) && isExternal(ownValue(value, '$ref')))
      faults.push({
        pointer: jsonPointer([...path, '$ref']),
        detail: 'leads out of the document, and nothing is fetched',
      });
    for (const [key, child] of Object.entries(value)) {
      if (!DATA_KEYS.has(key)) walk(child, [...path, key]);
    }
  };
  walk(document, []);
  return faults;
}

function isExternal(ref: JsonValue | undefined): boolean {
  return typeof ref === 'string' && !ref.startsWith('#');
}

function unescaped(key: string): string {
  return key.replaceAll('~1', '/').replaceAll('~0', '~');
}
